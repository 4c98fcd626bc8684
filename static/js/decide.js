// Deciding with a pointer. Everything here only fills in the forms of the page, which do the same without it: a click on
// something on the board (`data-thing`) counts up its field, picks it, or looks at the answer that is about it; what is
// filled in or looked at shows on the board as it would stand (`data-ghost` in a form, `data-spot` on the board). An answer with
// two such fields, from where to where, is filled in by two clicks.
(() => {
  /** @typedef {HTMLButtonElement & { act: () => void }} Handle */

  const root = document.documentElement;
  root.classList.add("scripted");
  /** @type {() => HTMLFormElement & { elements: { ahead?: HTMLInputElement } } | null} */
  const decide = () => document.querySelector("#decide");
  /**
   * @template {Element} Found
   * @param {string} what
   */
  const all = (what) => [.../** @type {NodeListOf<Found>} */ (decide()?.querySelectorAll(what) ?? [])];
  /** @type {(field: HTMLElement, what: "input" | "change") => boolean} */
  const tell = (field, what) => field.dispatchEvent(new Event(what, { bubbles: true }));

  // The field of a form for a thing.
  /** @type {(thing: string) => HTMLInputElement[]} */
  const counters = (thing) => all(`input[type="number"][name$=".${thing}"]`);
  /** @type {(thing: string) => HTMLInputElement[]} */
  const ticks = (thing) => all(`:is([type="checkbox"], [type="radio"])[name$=".${thing}"]`);
  /** @type {(thing: string) => HTMLSelectElement[]} */
  const lists = (thing) => all(`details[open] select:has(option[value="${thing}"])`);
  /** @type {(thing: string) => HTMLButtonElement[]} */
  const answers = (thing) => all(`button[name="choice"][data-about~="${thing}"]`);
  /** @type {(thing: string) => boolean} */
  const known = (thing) => [counters, ticks, lists, answers].some((found) => found(thing).length);

  /** @type {(field: HTMLElement) => void} */
  const unfold = (field) => field.closest("details")?.setAttribute("open", "");
  /** @type {(field: HTMLInputElement, by: number) => void} */
  const count = (field, by) => {
    const [old, least] = [Number(field.value), Number(field.dataset.least ?? 1)];
    const now = by > 0 ? Math.max(old + 1, least) : old - 1 < least ? 0 : old - 1;
    field.value = now ? `${now}` : "";
    unfold(field);
    tell(field, "input");
  };
  // An answer is never sent from the board: what would follow is shown first.
  /** @type {(button: HTMLButtonElement) => void} */
  const look = (button) => {
    const { ahead } = decide()?.elements ?? {};
    if (!ahead) return button.click();
    const before = ahead.checked;
    ahead.checked = true;
    button.click();
    ahead.checked = before;
  };
  // The lists of one answer. The first click fills the first of them that is empty, the next one the next; a click on what one of
  // several stands at empties it.
  /** @type {(those: HTMLSelectElement[]) => HTMLSelectElement[]} */
  const together = (those) => those.filter((list) => list.closest("details") === those[0].closest("details"));
  /** @type {(list: HTMLSelectElement, thing: string) => boolean} */
  const offers = (list, thing) => [...list.options].some((option) => option.value === thing && !option.matches(":disabled"));
  /** @type {(those: HTMLSelectElement[], thing: string) => void} */
  const fill = (those, thing) => {
    const [open, stands] = [those.filter((list) => offers(list, thing)), those.find(({ value }) => value === thing)];
    const list = (those.length > 1 && stands) || open.find(({ value }) => !value) || open.at(-1) || those[0];
    list.value = list === stands && those.length > 1 ? "" : thing;
    tell(list, "change");
    list.focus();
  };
  // Where each way is an answer of its own (`data-way`), the first click says from where, the second looks at the one to there.
  let begun = "";
  /** @type {(thing: string) => HTMLButtonElement[]} */
  const starts = (thing) => answers(thing).filter(({ dataset }) => thing && dataset.way?.startsWith(`${thing} `));
  /** @type {(thing: string, by: number) => void} */
  const pick = (thing, by) => {
    const [counter] = counters(thing);
    if (counter) return count(counter, by);
    const [tick] = ticks(thing);
    if (tick) return unfold(tick), tick.click();
    const those = together(lists(thing));
    if (those.length) return fill(those, thing);
    const way = starts(begun).find(({ dataset }) => dataset.way === `${begun} ${thing}`);
    if (!way && starts(thing).length) return (begun = begun === thing ? "" : thing), marks();
    begun = "";
    const answer = way ?? answers(thing)[0];
    if (answer) return unfold(answer), look(answer);
  };
  /** @type {(target: Element | null | undefined) => Thing | null | undefined} */
  const meant = (target) => {
    const place = target?.closest("[data-thing]");
    return !place || known(place.dataset.thing) ? place : meant(place.parentElement);
  };
  document.addEventListener("click", (event) => {
    /** @type {Handle | null} */
    const handle = event.target.closest(".handles button");
    if (handle) return handle.act();
    if (event.target.closest("a, button, summary, input, select, label, form")) return;
    const place = meant(event.target);
    if (place) pick(place.dataset.thing, event.shiftKey ? -1 : 1);
  });
  // A text that says what can be picked on a picture (`data-reach`) is reached by keys as long as it can be.
  document.addEventListener("keydown", (event) => {
    const { key } = event;
    const target = /** @type {Thing} */ (event.target);
    if (!["Enter", " "].includes(key) || !target.matches?.("[data-reach][role=button]")) return;
    event.preventDefault();
    pick(target.dataset.thing, event.shiftKey ? -1 : 1);
    target.focus();
  });
  /** @type {(place: Thing, can: boolean) => void} */
  const reachable = (place, can) => {
    if (!("reach" in place.dataset)) return;
    if (can) Object.assign(place, { tabIndex: 0, role: "button" });
    else for (const name of ["tabindex", "role", "aria-pressed"]) place.removeAttribute(name);
  };

  // Small buttons on a card for what a plain click doesn't do. The forms have the same, so nobody else needs them.
  /** @type {(text: string, act: () => void) => Handle} */
  const handle = (text, act) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: text, tabIndex: -1, act });
    button.className = "button small";
    return button;
  };
  /** @type {(place: Thing) => void} */
  const handled = (place) => {
    const { thing } = place.dataset;
    const [counter] = counters(thing);
    if (!counter || !place.matches(".handled")) return;
    const bar = Object.assign(document.createElement("div"), { className: "handles", ariaHidden: "true" });
    bar.append(handle("−", () => count(counter, -1)), handle("+", () => count(counter, 1)));
    for (const answer of answers(thing))
      bar.append(handle(answer.closest("[role=group]")?.ariaLabel ?? answer.textContent, () => look(answer)));
    place.append(bar);
  };

  // The chosen values of lists, in their order, are marked on the board.
  const marks = () => {
    if (begun && !starts(begun).length) begun = "";
    const picked = [begun, .../** @type {HTMLSelectElement[]} */ (all("details[open] select")).map(({ value }) => value)].filter(Boolean);
    for (const place of document.querySelectorAll("#table [data-thing]")) {
      const is = picked.includes(place.dataset.thing);
      place.classList.toggle("picked", is);
      if (place.role === "button") place.ariaPressed = `${is}`;
    }
    document.dispatchEvent(new CustomEvent("horloge:picked", { detail: picked }));
  };
  // As it would stand.
  const ghosts = () => {
    marks();
    const wanted = new Map();
    for (const field of document.querySelectorAll(".decide input[data-ghost]"))
      if (Number(field.value)) wanted.set(field.dataset.ghost, `+${field.value}`);
    for (const place of document.querySelectorAll(".handled"))
      place.classList.toggle("counted", counters(place.dataset.thing).some(({ value }) => Number(value)));
    for (const one of document.querySelectorAll(".foreseen [data-ghost]")) wanted.set(one.dataset.ghost, one.dataset.then);
    for (const spot of document.querySelectorAll("[data-spot]")) {
      const then = wanted.get(spot.dataset.spot);
      if (then === undefined) spot.removeAttribute("data-then");
      else if (spot.dataset.then !== then) spot.dataset.then = then;
    }
  };
  // Where what may be picked depends on another field, the rest is out of the way.
  /** @type {(list: HTMLSelectElement) => void} */
  const narrow = (list) => {
    const chosen = /** @type {Field} */ (list.form?.elements.namedItem(`${list.dataset.within}`))?.value;
    for (const group of list.querySelectorAll("optgroup")) group.hidden = group.disabled = group.dataset.for !== chosen;
    if (list.selectedOptions[0]?.closest("optgroup")?.disabled) list.value = "";
  };
  const refresh = () => {
    for (const bar of document.querySelectorAll(".handles")) bar.remove();
    for (const place of document.querySelectorAll("#table [data-thing]")) {
      const can = known(place.dataset.thing);
      place.classList.toggle("pickable", can);
      reachable(place, can);
      handled(place);
    }
    document.querySelectorAll("select[data-within]").forEach(narrow);
    ghosts();
  };
  // A player who wants to see every answer first wants that for the next form as well, from the moment in which it is there.
  const wish = () => {
    const { ahead } = decide()?.elements ?? {};
    if (ahead) ahead.checked = Boolean(sessionStorage.ahead);
  };
  document.addEventListener("input", ghosts);
  document.addEventListener("change", ({ target }) => {
    if (target === decide()?.elements.ahead) sessionStorage.ahead = target.checked ? 1 : "";
    if (target.matches("select[data-redraws]")) target.closest(".one, .row-of")?.querySelector("button.redraw")?.click();
    document.querySelectorAll("select[data-within]").forEach(narrow);
    ghosts();
  });
  // A part is swapped now and then, the pane that it stands in stays: that is what the address is to name.
  const stay = () => {
    const pane = document.querySelector(".part:target")?.closest(".rail-pane[id]");
    if (pane) location.replace(`#${pane.id}`);
  };
  addEventListener("hashchange", stay);
  stay();

  let due = 0;
  const drawn = "#part-decision, #part-aside, [data-thing], [data-spot]";
  new MutationObserver((changes) => {
    /** @type {(change: MutationRecord) => boolean} */
    const ours = ({ addedNodes }) => [.../** @type {NodeListOf<Added>} */ (addedNodes)].some((node) => node.matches?.(`.part, #table, ${drawn}`) || node.querySelector?.(drawn));
    if (!changes.some(ours)) return;
    wish();
    due ||= requestAnimationFrame(() => ((due = 0), refresh()));
  }).observe(document.body, { childList: true, subtree: true });
  wish();
  refresh();
})();
