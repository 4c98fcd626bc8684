// The rail beside a table: tabs say which of them is open and don't move the page; a clause, wherever it is mentioned, opens in
// the rules tab; the server hears how far the page has been looked at. Without this script links lead to the rules' own pages.
(() => {
  const table = document.querySelector("[data-feed]");
  const rail = document.getElementById("rail");
  if (!table || !rail) return;

  // Tabs.
  const mark = () => {
    for (const tabs of document.querySelectorAll(".tabs, .channels")) {
      for (const tab of tabs.querySelectorAll("a")) {
        const pane = document.getElementById(tab.hash.slice(1));
        const open = pane?.offsetParent && getComputedStyle(pane).display !== "none";
        tab.ariaCurrent = open ? "true" : null;
      }
    }
  };
  document.addEventListener("click", (event) => {
    /** @type {HTMLAnchorElement | null} */
    const tab = event.target.closest(".rail-tabs a, .channels a");
    if (!tab || !tab.hash || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const [left, top] = [scrollX, scrollY];
    location.hash = tab.hash;
    scrollTo(left, top);
    tab.focus({ preventScroll: true });
  });
  addEventListener("hashchange", mark);

  // Rules.
  const rules = document.getElementById("rules-pane");
  const found = document.getElementById("rules-found");
  if (rules && found) {
    const contents = found.innerHTML;
    let asked = 0;
    /** @type {(address: string) => Promise<void>} */
    const fetchInto = async (address) => {
      const turn = ++asked;
      const answer = await fetch(address, { headers: { "HX-Request": "true" } });
      if (!answer.ok || turn !== asked) return;
      const body = new DOMParser().parseFromString(await answer.text(), "text/html").body;
      const tally = body.querySelector("[hx-swap-oob]");
      tally?.removeAttribute("hx-swap-oob");
      if (tally) body.prepend(tally);
      found.replaceChildren(...body.childNodes);
      found.scrollTop = 0;
    };
    /** @type {(link: HTMLAnchorElement) => string} */
    const clauseOf = (link) => {
      const { pathname, hash, origin } = new URL(link.href);
      if (origin !== location.origin || !pathname.startsWith(rules.dataset.rules)) return "";
      return /^#?\d+(\.\d+){1,2}[a-z]?$/.test(hash) ? hash.slice(1) : (pathname.match(/\/(\d+(?:\.\d+){1,2}[a-z]?)$/)?.[1] ?? "");
    };
    document.addEventListener("click", (event) => {
      /** @type {HTMLAnchorElement | null} */
      const link = event.target.closest("#table a, #rail a, #recap a");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !link.href) return;
      const clause = clauseOf(link);
      if (!clause) return;
      event.preventDefault();
      const [left, top] = [scrollX, scrollY];
      location.hash = "#rules-pane";
      if (matchMedia("(min-width: 901px)").matches) scrollTo(left, top);
      fetchInto(`${rules.dataset.rules}/${clause}`).then(() => found.focus({ preventScroll: true }));
    });
    const form = rules.querySelector("form");
    /** @type {number | undefined} */
    let wait;
    const search = () => {
      const words = form.elements.q.value.trim();
      if (words) fetchInto(`${rules.dataset.rules}?q=${encodeURIComponent(words)}`);
      else {
        asked++;
        found.innerHTML = contents;
      }
    };
    form.addEventListener("submit", (event) => (event.preventDefault(), search()));
    form.addEventListener("input", () => (clearTimeout(wait), (wait = setTimeout(search, 250))));
  }

  // How far this page has been looked at. Players report it as the game goes on, spectators when they leave.
  const recap = document.getElementById("recap");
  const token = document.querySelector("input[name=token]")?.value;
  let said = "";
  const seen = () => {
    const sequence = table.dataset.at ?? table.dataset.seq;
    if (!table.dataset.seen || !token || recap?.isConnected || sequence === said) return;
    said = sequence;
    navigator.sendBeacon(table.dataset.seen, new URLSearchParams({ token, epoch: table.dataset.epoch, sequence, script: "yes" }));
  };
  // The recap is closed when the server has heard so, and stays if it can't be reached.
  const read = recap?.querySelector("form");
  read?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(read)]));
    body.set("script", "yes");
    const { ok } = await fetch(read.action, { method: "POST", body });
    if (ok) recap?.remove();
    seen();
  });
  // A player who has decided something has read it: so the server takes it, too. The form that asked may be gone by then, if the
  // feed was faster: what is said of it is heard nowhere else.
  document.body.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) =>
    xhr.addEventListener("load", () => xhr.status === 200 && xhr.getResponseHeader("Horloge-Sequence") && recap?.remove()));
  /** @type {number | undefined} */
  let soon;
  document.addEventListener("horloge:changed", ({ detail }) => {
    table.dataset.at = `${detail}`;
    clearTimeout(soon);
    if (table.dataset.own && document.visibilityState === "visible") soon = setTimeout(seen, 1000);
  });
  setTimeout(seen, 1500);
  addEventListener("pagehide", seen);
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && seen());
  mark();
  addEventListener("load", mark); // what the address names is found only by then
})();
