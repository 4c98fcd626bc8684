// The content of a table's page, and its position in the game; feed.js and answers.js bring it further. The server's html
// swaps itself in by id. A form that is being filled in stays where its question is still the same.
const page = (() => {
  const table = /** @type {Table} */ (document.querySelector("[data-feed]"));
  /** @type {Record<string, string>} */
  const PANELS = { offered: "offered", decide: "decision", aside: "aside" }; // a form, and the part that it stands in

  /** @type {(name: string) => HTMLElement | null} */
  const part = (name) => document.getElementById(`part-${name}`);
  /** @type {(panel: HTMLElement) => string} */
  const asked = (panel) => panel.innerHTML.replaceAll(/ (open|data-draft|data-sent)=""/g, "");
  /** @type {(panel: HTMLElement | null) => Element | null | undefined} */
  const begun = (panel) => panel?.querySelector("[data-draft]");
  // A form out of turn depends on no question: once the player has begun to fill it in, it stays until they send it.
  /** @type {(name: string, now: HTMLElement, old: HTMLElement) => unknown} */
  const same = (name, now, old) => (name === "aside" ? begun(old) : asked(now) === asked(old));
  // Where the question has changed, what was typed goes on into the fields that are still there; but not what was sent.
  /** @type {(old: HTMLElement, now: HTMLElement) => void} */
  const carry = (old, now) => {
    if (!begun(old) || old.querySelector("[data-sent]")) return;
    for (const was of old.querySelectorAll("input:not([type=hidden]), select, textarea")) {
      const named = /** @type {NodeListOf<Field>} */ (now.querySelectorAll(`[name="${CSS.escape(was.name)}"]`));
      const is = [...named].find(({ type, value }) => type === was.type && (!ticked(was) || value === was.value));
      if (is && taken(was, is)) is.dispatchEvent(new Event("input", { bubbles: true }));
    }
  };
  /**
   * @param {Field} field
   * @returns {field is HTMLInputElement}
   */
  const ticked = (field) => field.matches("[type=checkbox], [type=radio]");
  /** @type {(was: Field, is: Field) => unknown} */
  const taken = (was, is) => {
    if (ticked(was)) return ticked(is) && was.checked !== was.defaultChecked && ((is.checked = was.checked), true);
    if (!("options" in was)) return was.value !== was.defaultValue && ((is.value = was.value), true);
    const picked = [.../** @type {HTMLSelectElement} */ (is).options].find(({ value }) => value === was.value);
    return picked && !was.selectedOptions[0]?.defaultSelected && (picked.selected = true);
  };
  // Where the button that had the focus is gone with its question, the next question gets it. A preview and a refusal take it.
  const stand = (area = "") => {
    const now = document.getElementById(area);
    if (!now || document.activeElement !== document.body || now.querySelector("[autofocus]")) return;
    now.scrollTop = 0;
    now.querySelector(".aside-title, .question")?.focus({ preventScroll: true });
  };
  // The part `fresh` is swapped in as it comes, whatever was begun in it.
  /** @type {(html: string, fresh?: string) => void} */
  const swap = (html, fresh) => {
    const focus = /** @type {HTMLElement | null} */ (document.activeElement);
    const area = focus?.closest("#part-aside, #asked")?.id;
    const unfolded = [...document.querySelectorAll("#log details[open]")].map(({ id }) => id); // a story that goes on stays open
    const before = Object.values(PANELS).map((name) => /** @type {const} */ ([name, part(name)]));
    htmx.swap(document.body, html, { swapStyle: "none" });
    for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
    for (const [name, old] of before) {
      const now = part(name);
      if (!old || !now || now === old || name === fresh) continue;
      if (same(name, now, old)) {
        now.replaceWith(old);
        if (old.contains(focus)) focus?.focus();
      } else carry(old, now);
    }
    stand(area);
    const aside = part("aside");
    if (fresh === "aside" && begun(aside) && !aside?.checkVisibility()) location.hash = "#part-aside";
  };
  // Own decisions are sent as seen at this position, however the page got there; in another epoch, if the game was led there.
  /** @type {(at: number, era?: string) => void} */
  const arrive = (at, era = table.dataset.epoch) => {
    page.at = at;
    table.dataset.epoch = era;
    for (const [name, value] of Object.entries({ epoch: era, sequence: `${at}` }))
      for (const seen of document.querySelectorAll(`input[type="hidden"][name="${name}"]`)) seen.setAttribute("value", value);
    document.dispatchEvent(new CustomEvent("horloge:changed", { detail: at }));
  };

  document.addEventListener("input", ({ target }) => target.form?.setAttribute("data-draft", ""));
  document.body.addEventListener("htmx:beforeRequest", ({ detail: { elt } }) => (elt.form ?? elt.closest("form"))?.setAttribute("data-sent", ""));
  return { table, at: Number(table.dataset.seq), PANELS, swap, arrive };
})();
