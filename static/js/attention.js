// It is my turn: the page's title says so, and a short tone if the reader wants one. A browser lets a page sound only after
// its reader has done something on it.
(() => {
  const table = document.querySelector("[data-own]");
  const own = table?.dataset.own.split(" ").filter(Boolean);
  if (!table || !own?.length) return;
  const plain = document.title.replace(/^\(•\) .*? · /, "");
  /** @type {boolean | undefined} */
  let asked;
  /** @type {AudioContext | undefined} */
  let sound;

  /** @type {(pitch: number, from: number) => void} */
  const tone = (pitch, from) => {
    if (!sound) return;
    const [swing, loud] = [sound.createOscillator(), sound.createGain()];
    const at = sound.currentTime + from;
    swing.frequency.value = pitch;
    loud.gain.setValueAtTime(0, at);
    loud.gain.linearRampToValueAtTime(0.12, at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
    swing.connect(loud).connect(sound.destination);
    swing.start(at);
    swing.stop(at + 0.55);
  };
  const look = () => {
    const waiting = (document.querySelector("[data-waiting]")?.dataset.waiting ?? "").split(" ");
    const mine = own.some((side) => waiting.includes(side));
    document.title = mine ? `(•) ${table.dataset.title} · ${plain}` : plain;
    if (mine && asked === false && sound?.state === "running") {
      tone(659, 0);
      tone(880, 0.16);
      document.documentElement.dataset.sounded = `${Number(document.documentElement.dataset.sounded ?? 0) + 1}`;
    }
    asked = mine;
  };
  if ("sounds" in table.dataset) {
    const wake = () => {
      sound ??= new AudioContext();
      sound.resume();
    };
    for (const event of ["pointerdown", "keydown"]) addEventListener(event, wake, { once: true });
  }
  document.addEventListener("horloge:changed", look);
  look();
})();
