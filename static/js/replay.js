// Goes through a past game on its page: by the buttons, the scrubber, the keys, or by itself. Only what changes is fetched,
// and while a game plays the next step is fetched ahead. Wherever one goes, the address of the page says so.
(() => {
  const bar = document.getElementById("replay");
  if (!bar) return;
  const { base, as, turns: begins = "", names: called = "" } = bar.dataset;
  const last = Number(bar.dataset.last);
  const turns = begins.split(" ").map(Number);
  const names = called.split("\n");
  const scrubber = /** @type {HTMLInputElement} */ (document.getElementById("scrubber"));
  const play = /** @type {HTMLButtonElement} */ (document.getElementById("play"));
  const speed = /** @type {HTMLSelectElement} */ (document.getElementById("speed"));
  const lost = /** @type {HTMLElement} */ (document.getElementById("replay-lost"));
  const PACE = 1400; // between two steps, at the usual speed
  let at = Number(scrubber.value);
  let want = at;
  /** @type {Promise<unknown> | undefined} */
  let going;
  /** @type {number | undefined} */
  let timer;

  /** @type {(from: number) => Record<string, number | undefined>} */
  const goals = (from) => ({
    first: 0,
    turn_back: turns.findLast((step) => step < from),
    back: from - 1,
    on: from + 1,
    turn_on: turns.find((step) => step > from),
    last,
  });
  /** @type {(step: number) => string} */
  const address = (step) => `${base}${step}?as=${as}`;

  /** @type {Map<string, Promise<string>>} */
  const ahead = new Map();
  /** @type {(from: number, to: number) => Promise<string>} */
  const fetched = (from, to) => {
    const known = ahead.get(`${from} ${to}`);
    if (known) return known;
    const answer = fetch(`${address(to)}&from=${from}`, { headers: { "HX-Request": "true" } }).then((got) => {
      if (!got.ok) throw new Error(String(got.status));
      return got.text();
    });
    ahead.set(`${from} ${to}`, answer);
    answer.catch(() => ahead.delete(`${from} ${to}`));
    const [oldest] = ahead.keys();
    if (ahead.size > 16) ahead.delete(oldest);
    return answer;
  };

  // The text for readers who do not see the marks, and for those who point at the scrubber.
  const say = () => {
    const value = Number(scrubber.value);
    const name = names[turns.findLastIndex((step) => step <= value)] ?? "";
    scrubber.title = name;
    scrubber.setAttribute("aria-valuetext", `${value} · ${name}`);
  };

  // The buttons lead on from here, and so does every link that names this step. The scrubber stands where one wants to
  // be: a step that comes while it is dragged does not pull it back.
  /** @type {(which: string) => NodeListOf<HTMLAnchorElement>} */
  const links = (which) => document.querySelectorAll(which);
  /** @type {(name: string, goal: number | undefined) => void} */
  const lead = (name, goal) => {
    const off = goal === undefined || goal < 0 || goal > last || goal === at;
    for (const link of links(`#replay [data-go="${name}"]`)) {
      link.classList.toggle("off", off);
      if (off) link.removeAttribute("href");
      else link.href = address(goal);
      if (off) link.setAttribute("aria-disabled", "true");
      else link.removeAttribute("aria-disabled");
    }
  };
  const show = () => {
    scrubber.value = String(want);
    say();
    for (const [name, goal] of Object.entries(goals(at))) lead(name, goal);
    for (const link of links("[data-at]")) link.href = `${base}${at}${link.dataset.at}`;
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-step]"))) field.value = String(at);
    for (const link of links(".languages a")) link.pathname = `${base}${at}`;
    history.replaceState(null, "", address(at) + location.hash);
  };

  // One step after the other; a reader who drags the scrubber gets to where it is by then.
  const travel = async () => {
    while (want !== at) {
      const to = want;
      // oxlint-disable-next-line no-await-in-loop -- each step begins where the one before it ends
      const html = await fetched(at, to);
      htmx.swap(document.body, html, { swapStyle: "none" });
      at = to;
      show();
    }
    if (timer && at < last) fetched(at, at + 1);
  };
  /** @type {(step: number | undefined) => Promise<unknown> | undefined} */
  const go = (step) => {
    if (step === undefined || step < 0 || step > last) return going;
    want = step;
    going ??= travel()
      .then(() => (lost.hidden = true))
      .catch(() => {
        stop();
        want = at;
        scrubber.value = String(at);
        lost.hidden = false;
      })
      .finally(() => (going = undefined));
    return going;
  };

  /** @type {(on: boolean) => void} */
  const pressed = (on) => {
    play.setAttribute("aria-pressed", String(on));
    play.ariaLabel = play.title = (on ? play.dataset.pause : play.dataset.play) ?? "";
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
    pressed(false);
  };
  const next = () => (timer = setTimeout(advance, PACE / Number(speed.value)));
  const advance = async () => {
    await go(at + 1);
    if (!timer) return;
    if (at < last) next();
    else stop();
  };
  const start = async () => {
    pressed(true);
    timer = -1;
    if (at === last) await go(0);
    if (timer) advance();
  };
  const toggle = () => (timer ? stop() : start());

  play.addEventListener("click", toggle);
  scrubber.addEventListener("input", () => (stop(), say(), go(Number(scrubber.value))));
  scrubber.form?.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("click", (event) => {
    /** @type {HTMLElement | null} */
    const link = event.target.closest("[data-go], #log a.step");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    stop();
    go(link.dataset.go ? goals(want)[link.dataset.go] : Number(link.textContent));
  });
  /** @type {Record<string, string>} */
  const KEYS = {
    ArrowLeft: "back", ArrowRight: "on", PageUp: "turn_back", PageDown: "turn_on", Home: "first", End: "last",
  };
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (target.closest("select, textarea, input:not([type=range]), #log")) return;
    if (key === " " && !target.closest("a, button, summary")) toggle();
    else if (key in KEYS) {
      stop();
      go(goals(want)[KEYS[key]]);
    } else return;
    event.preventDefault();
  });

  const link = /** @type {HTMLAnchorElement} */ (document.getElementById("permalink"));
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    const said = /** @type {HTMLElement} */ (document.querySelector(".copied"));
    try {
      await navigator.clipboard.writeText(link.href);
      said.textContent = link.dataset.copied ?? "";
    } catch {
      said.textContent = link.href;
    }
    setTimeout(() => (said.textContent = ""), 4000);
  });
})();
