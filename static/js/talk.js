// Talk at a table: lines that the feed brings are laid into their channel, or counted where they are not on the screen; what
// the page has missed is fetched. Enter sends, Shift+Enter begins a new row. Without this script the forms work all the same.
(() => {
  const pane = document.getElementById("talk-pane");
  if (!pane) return;
  const address = pane.dataset.talk;
  /** @type {Map<string, Promise<void>>} */
  const fetching = new Map();

  /** @type {(channel: string) => Channel | null} */
  const section = (channel) => document.getElementById(`channel-${channel}`);
  /** @type {(part: HTMLElement | null) => unknown} */
  const shown = (part) => part?.offsetParent && document.visibilityState === "visible";
  /** @type {(channel: string, query?: string) => Promise<string>} */
  const fragment = async (channel, query = "") => {
    const answer = await fetch(`${address}/${channel}${query}`, { headers: { "HX-Request": "true" } }).catch(() => null);
    return answer?.ok ? answer.text() : "";  // a server that can't be reached is asked again later
  };
  /** @type {(html: string) => HTMLElement} */
  const elements = (html) => new DOMParser().parseFromString(html, "text/html").body;

  // Unread: a figure on the channel's tab, and their sum on the pane's.
  /** @type {(badge: HTMLElement | null, number: number) => void} */
  const count = (badge, number) => {
    if (!badge) return;
    badge.dataset.count = `${number}`;
    badge.hidden = !number;
    badge.querySelector("span")?.replaceChildren(`${number}`);
  };
  const total = () => {
    const all = [...pane.querySelectorAll(".channels .badge")].reduce((sum, { dataset }) => sum + Number(dataset.count), 0);
    count(document.getElementById("unread"), all);
    for (const mirror of document.querySelectorAll("[data-mirrors=unread]")) {
      mirror.hidden = !all;
      mirror.replaceChildren(`${all}`);
    }
  };
  /** @type {(part: Channel) => void} */
  const read = (part) => {
    const badge = document.getElementById(`unread-${part.dataset.channel}`);
    if (!Number(badge?.dataset.count)) return;
    count(badge, 0);
    total();
    const token = pane.querySelector("input[name=token]")?.value;
    if (!token) return;
    const body = new URLSearchParams({ token, channel: part.dataset.channel, number: part.dataset.last });
    fetch(pane.dataset.heard, { method: "POST", body, headers: { "HX-Request": "true" } }).catch(() => {});
  };
  const look = () => {
    for (const part of pane.querySelectorAll(".channel[data-channel]")) {
      if (!shown(part)) continue;
      read(part);
      const lines = part.querySelector(".lines");
      if (!part.dataset.seen) lines.scrollTop = lines.scrollHeight;
      part.dataset.seen = "yes";
    }
  };

  // Lines arrive in order, but the page may have missed some.
  /** @type {(part: Channel, html: string) => void} */
  const add = (part, html) => {
    const lines = part.querySelector(".lines");
    const low = lines.scrollHeight - lines.scrollTop - lines.clientHeight < 60;
    let fresh = 0;
    for (const line of elements(html).querySelectorAll(".line")) {
      if (Number(line.dataset.number) <= Number(part.dataset.last)) continue;
      part.dataset.last = line.dataset.number;
      lines.append(line);
      if (!line.querySelector(".folded")) fresh++;
    }
    if (low) lines.scrollTop = lines.scrollHeight;
    const badge = document.getElementById(`unread-${part.dataset.channel}`);
    if (badge && fresh) count(badge, Number(badge.dataset.count) + fresh);
    total();
    if (shown(part)) read(part);
  };
  /** @type {(channel: string) => Promise<void>} */
  const catchUp = (channel) => {
    const part = section(channel);
    const work = fetching.get(channel) ?? (part ? missed(part) : begun(channel));
    fetching.set(channel, work);
    return work.finally(() => fetching.delete(channel));
  };
  /** @type {(part: Channel) => Promise<void>} */
  const missed = async (part) => add(part, await fragment(part.dataset.channel, `?after=${part.dataset.last}`));
  /** @type {(channel: string) => Promise<void>} */
  const begun = async (channel) => {
    const body = elements(await fragment(channel));
    const [tab, part] = [body.querySelector("a"), body.querySelector(".channel")];
    if (!tab || !part || section(channel)) return;
    const more = pane.querySelector('.channels a[href="#channel-new"]');
    pane.querySelector(".channels")?.insertBefore(tab, more);
    document.getElementById("channel-list")?.append(part);
    htmx.process(part);
    count(tab.querySelector(".badge"), part.querySelectorAll(".line").length);
    total();
  };
  document.addEventListener("horloge:frame", ({ detail: { line, talk } }) => {
    for (const [channel, last] of Object.entries(talk ?? {})) {
      if (last > Number(section(channel)?.dataset.last ?? 0)) catchUp(channel);
    }
    if (!line) return;
    const there = document.getElementById(`line-${line.channel}-${line.number}`);
    if (there) return there.replaceWith(...elements(line.html).children);  // it looks otherwise now
    const part = section(line.channel);
    if (part && line.number === Number(part.dataset.last) + 1) add(part, line.html);
    else if (line.number > Number(part?.dataset.last ?? 0)) catchUp(line.channel);
  });

  // Saying something: what was typed goes once it was taken, unless more has been typed since.
  pane.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || !event.target.matches("[name=text]")) return;
    event.preventDefault();
    event.target.closest("form")?.requestSubmit();
  });
  pane.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const form = detail.elt.closest("form.say");
    if (!form) return;
    const { status } = detail.xhr;
    const taken = status === 200;
    Object.assign(detail, { shouldSwap: taken || [403, 422, 429].includes(status), isError: false });
    if (taken && detail.requestConfig.parameters.text === form.elements.text.value) form.elements.text.value = "";
  });
  for (const event of ["hashchange", "visibilitychange", "focus"]) {
    (event === "visibilitychange" ? document : window).addEventListener(event, look);
  }
  for (const form of document.querySelectorAll("form.heard")) form.remove(); // what is on the screen counts as read
  if (!document.querySelector("[data-feed]")) setInterval(() => catchUp("table"), 3000); // before the game there is no feed
  total();
  look();
})();
