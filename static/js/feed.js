// Keeps the table on this page live: takes frames from its feed, in order, and comes back by itself when the line is lost.
// A frame is {seq, after, full, html}, a full one says the epoch too; it is for a page that is at `after` or later. A frame that
// doesn't follow on means that something was missed: then the line is opened again, and says what this page has, so that the
// rest comes. Folds that the reader has opened, and the part of the page that the address names, stay so.
(() => {
  const { dataset } = page.table;
  const state = document.getElementById("live");
  const MOVED = 4409; // the reader plays other sides by now, or none
  const QUIET = 12_000; // the server beats every four seconds
  let tries = 0;
  /** @type {WebSocket} */
  let socket;
  /** @type {number | undefined} */
  let alarm;

  /** @type {(how: "live" | "lost") => void} */
  const show = (how) => {
    state.textContent = state.dataset[how];
    state.className = `pill ${how}`;
  };
  const listen = () => {
    clearTimeout(alarm);
    alarm = setTimeout(() => socket.close(), QUIET);
  };
  /** @type {(message: { data: string }) => unknown} */
  const take = ({ data }) => {
    /** @type {Frame} */
    const frame = JSON.parse(data);
    listen();
    show("live");
    tries = 0;
    if (!("seq" in frame)) {
      if (frame.html) return htmx.swap(document.body, frame.html, { swapStyle: "none" }); // who is there, what the table is asked
      return document.dispatchEvent(new CustomEvent("horloge:frame", { detail: frame }));
    }
    if (frame.seq <= page.at && !frame.full) return;
    if (!frame.full && (frame.after > page.at || !frame.html)) return socket.close();
    const open = [...document.querySelectorAll("details[open][id]")].map(({ id }) => id);
    page.swap(frame.html);
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (frame.full && location.hash) location.replace(location.hash);
    page.arrive(frame.seq, frame.epoch);
  };

  // A player with the table on the screen needs no notification of what they see here.
  const tell = () => dataset.own && socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify({ visible: document.visibilityState === "visible" }));
  document.addEventListener("visibilitychange", tell);
  const open = () => {
    const address = new URL(`${dataset.feed}&epoch=${dataset.epoch}&after=${page.at}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    socket = new WebSocket(address);
    socket.onopen = () => (listen(), show("live"), tell());
    socket.onmessage = take;
    socket.onclose = ({ code }) => {
      clearTimeout(alarm);
      if (code === MOVED) return setTimeout(() => location.reload(), 300);
      show("lost");
      setTimeout(open, Math.min(2000, 250 * 2 ** tries++) * (0.5 + Math.random()));
    };
  };
  open();
})();
