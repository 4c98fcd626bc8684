// Keeps the table on this page live: takes frames from its feed, in order, and comes back by itself when the line is lost.
// A frame is {seq, full, html}; the html swaps itself in by id. A frame that doesn't follow on means that something was
// missed: then the line is opened anew, and says what this page has, so that the rest comes. What the reader has unfolded,
// and the part of the page that the address names, stay so.
(() => {
  const table = document.querySelector("[data-feed]");
  const state = document.getElementById("live");
  if (!table) return;
  const QUIET = 12_000; // the server beats every four seconds
  let seq = Number(table.dataset.seq);
  let tries = 0;
  let socket, alarm;

  const show = (how) => {
    state.textContent = state.dataset[how];
    state.className = `pill ${how}`;
  };
  const listen = () => {
    clearTimeout(alarm);
    alarm = setTimeout(() => socket.close(), QUIET);
  };
  // Where the question is still the same, so is the form that somebody is filling in.
  const asked = (part) => part?.innerHTML.replaceAll(' open=""', "");
  const keep = (old, focus) => {
    const now = document.getElementById("part-decision");
    if (!now || now === old || asked(now) !== asked(old)) return;
    now.replaceWith(old);
    if (old.contains(focus)) focus.focus();
  };
  const take = ({ data }) => {
    const frame = JSON.parse(data);
    listen();
    show("live");
    tries = 0;
    if (frame.seq <= seq && !frame.full) return;
    if (!frame.full && (frame.seq !== seq + 1 || !frame.html)) return socket.close();
    const open = [...table.querySelectorAll("details[open][id]")].map(({ id }) => id);
    const [decision, focus] = [document.getElementById("part-decision"), document.activeElement];
    htmx.swap(document.body, frame.html, { swapStyle: "none" });
    keep(decision, focus);
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (frame.full && location.hash) location.replace(location.hash);
    arrive(frame.seq);
  };
  // Own decisions are sent as seen at this position, whichever frame brought it.
  const arrive = (at) => {
    seq = at;
    const seen = document.querySelector('input[form="decide"][name="sequence"]');
    if (seen) seen.value = at;
  };
  // The answer to an own decision brings the parts too. If the feed was faster, the form that asked is gone by now, and only
  // the decision is left to swap in.
  const unsent = document.getElementById("unsent");
  document.body.addEventListener("htmx:sendError", () => (unsent.hidden = false));
  document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { status } = detail.xhr;
    const at = Number(detail.xhr.getResponseHeader("Horloge-Sequence") ?? NaN);
    const told = status < 400 || status === 409 || status === 422;
    unsent.hidden = told;
    if (!told) return;
    Object.assign(detail, { shouldSwap: false, isError: false });
    const late = status === 200 && at <= seq;
    const answer = late && new DOMParser().parseFromString(detail.serverResponse, "text/html");
    const html = late ? (answer.getElementById("part-decision")?.outerHTML ?? "") : detail.serverResponse;
    htmx.swap(document.body, html, { swapStyle: "none" });
    if (at > seq) arrive(at);
  });
  const open = () => {
    const address = new URL(`${table.dataset.feed}&after=${seq}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    socket = new WebSocket(address);
    socket.onopen = () => (listen(), show("live"));
    socket.onmessage = take;
    socket.onclose = () => {
      clearTimeout(alarm);
      show("lost");
      setTimeout(open, Math.min(2000, 250 * 2 ** tries++) * (0.5 + Math.random()));
    };
  };
  open();
})();
