// Keeps the table on this page live: takes frames from its feed, in order, and comes back by itself when the line is lost.
// A frame is {seq, after, full, html}, a full one says the epoch too; the html swaps itself in by id, on a page that is at `after` or later. A frame that
// doesn't follow on means that something was missed: then the line is opened anew, and says what this page has, so that the
// rest comes. What the reader has unfolded, and the part of the page that the address names, stay so.
(() => {
  const table = document.querySelector("[data-feed]");
  const state = document.getElementById("live");
  if (!table) return;
  const PANELS = { offered: "offered", decide: "decision", aside: "aside" }; // a form, and the part that it stands in
  const MOVED = 4409; // the reader plays other sides by now, or none
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
  // Where the question is still the same, so is the form that somebody is filling in. What is done out of turn depends on
  // no question: once somebody has begun to fill it in, it stays until they send it.
  const asked = (part) => part?.innerHTML.replaceAll(/ (open|data-draft|data-sent)=""/g, "");
  const begun = (part) => part?.querySelector("[data-draft]");
  const same = (name, now, old) => (name === "aside" ? begun(old) : asked(now) === asked(old));
  const forms = () => Object.fromEntries(Object.values(PANELS).map((name) => [name, document.getElementById(`part-${name}`)]));
  const keep = (before, focus, except) => {
    for (const [name, old] of Object.entries(before)) {
      const now = document.getElementById(`part-${name}`);
      if (!old || !now || now === old || name === except) continue;
      if (!same(name, now, old)) carry(old, now);
      else {
        now.replaceWith(old);
        if (old.contains(focus)) focus.focus();
      }
    }
  };
  // Whose button is gone with its question goes on from the next one; a preview and a refusal call for themselves.
  const AREAS = "#part-aside, #asked";
  const stand = (area) => {
    const now = document.getElementById(area);
    if (!now || document.activeElement !== document.body || now.querySelector("[autofocus]")) return;
    now.scrollTop = 0;
    now.querySelector(".aside-title, .question")?.focus({ preventScroll: true });
  };
  // Where the question has changed, what was typed goes on into the fields that are still there; but not what was sent.
  const carry = (old, now) => {
    if (!begun(old) || old.querySelector("[data-sent]")) return;
    for (const was of old.querySelectorAll("input:not([type=hidden]), select, textarea")) {
      const is = [...now.querySelectorAll(`[name="${CSS.escape(was.name)}"]`)].find(({ type, value }) => type === was.type && (!was.matches("[type=checkbox], [type=radio]") || value === was.value));
      if (is && taken(was, is)) is.dispatchEvent(new Event("input", { bubbles: true }));
    }
  };
  const taken = (was, is) => {
    if (was.matches("[type=checkbox], [type=radio]")) return was.checked !== was.defaultChecked && ((is.checked = was.checked), true);
    if (!was.matches("select")) return was.value !== was.defaultValue && ((is.value = was.value), true);
    const picked = [...is.options].find(({ value }) => value === was.value);
    return picked && !was.selectedOptions[0]?.defaultSelected && (picked.selected = true);
  };
  document.addEventListener("input", ({ target }) => target.form?.setAttribute("data-draft", ""));
  document.body.addEventListener("htmx:beforeRequest", ({ detail }) => (detail.elt.form ?? detail.elt.closest("form"))?.setAttribute("data-sent", ""));
  const take = ({ data }) => {
    const frame = JSON.parse(data);
    listen();
    show("live");
    tries = 0;
    if (frame.html && !("seq" in frame)) return htmx.swap(document.body, frame.html, { swapStyle: "none" }); // who is there, what the table is asked
    if (!("seq" in frame)) return document.dispatchEvent(new CustomEvent("horloge:frame", { detail: frame }));
    if (frame.seq <= seq && !frame.full) return;
    if (!frame.full && (frame.after > seq || !frame.html)) return socket.close();
    const open = [...document.querySelectorAll("details[open][id]")].map(({ id }) => id);
    const [before, focus, area] = [forms(), document.activeElement, document.activeElement?.closest(AREAS)?.id];
    htmx.swap(document.body, frame.html, { swapStyle: "none" });
    keep(before, focus);
    stand(area);
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (frame.full && location.hash) location.replace(location.hash);
    arrive(frame.seq, frame.epoch);
  };
  // Own decisions are sent as seen at this position, whichever frame brought it; in another epoch, if the game was led there.
  const arrive = (at, era = table.dataset.epoch) => {
    seq = at;
    table.dataset.epoch = era;
    for (const [name, value] of Object.entries({ epoch: era, sequence: at }))
      for (const seen of document.querySelectorAll(`input[type="hidden"][name="${name}"]`)) seen.value = value;
    document.dispatchEvent(new CustomEvent("horloge:changed", { detail: at }));
  };
  // The answer to an own decision brings the parts too. If the feed was faster, only the decision is left to swap in; and not
  // even that if the form that asked is gone: another stands there, and somebody may have begun with it.
  const unsent = document.getElementById("unsent");
  const failed = (so) => {
    unsent.hidden = !so;
    if (so) for (const form of document.querySelectorAll("[data-sent]")) form.removeAttribute("data-sent");
  };
  const elsewhere = ({ target }) => target.closest("[data-aside]"); // what talk, rules and notes ask for is their own business
  document.body.addEventListener("htmx:sendError", (event) => {
    if (elsewhere(event)) return;
    failed(true);
  });
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (elsewhere(event)) return;
    const { detail } = event;
    const { status } = detail.xhr;
    const at = Number(detail.xhr.getResponseHeader("Horloge-Sequence") ?? NaN);
    const told = status < 400 || status === 409 || status === 422;
    failed(!told);
    if (!told) return;
    Object.assign(detail, { shouldSwap: false, isError: false });
    const { elt, parameters } = detail.requestConfig;
    const asker = (elt.form ?? elt.closest("form"))?.id;
    const panel = PANELS[asker];
    const late = status === 200 && at <= seq;
    const accepted = at > Number(parameters.sequence);
    if (late && accepted && !document.getElementById(asker)?.hasAttribute("data-sent")) return;
    const answer = late && new DOMParser().parseFromString(detail.serverResponse, "text/html");
    const html = late ? (answer.getElementById(`part-${panel}`)?.outerHTML ?? "") : detail.serverResponse;
    const [before, focus, area] = [forms(), document.activeElement, document.activeElement?.closest(AREAS)?.id];
    htmx.swap(document.body, html, { swapStyle: "none" });
    keep(before, focus, panel);
    stand(area);
    const aside = document.getElementById("part-aside");
    if (panel === "aside" && begun(aside) && !aside.checkVisibility()) location.hash = "#part-aside";
    const era = detail.xhr.getResponseHeader("Horloge-Epoch") ?? table.dataset.epoch;
    if (at > seq || (at >= 0 && era !== table.dataset.epoch)) arrive(at, era);
  });
  // Whoever plays and has the table on the screen need not be told elsewhere what they see here.
  const tell = () => table.dataset.own && socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify({ visible: document.visibilityState === "visible" }));
  document.addEventListener("visibilitychange", tell);
  const open = () => {
    const address = new URL(`${table.dataset.feed}&epoch=${table.dataset.epoch}&after=${seq}`, location.href);
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
