// Opens a card where its name stands (`a.see`, which without this leads to the card's place in the gallery): while the
// pointer is over the name or the keyboard on it, and to stay when it is clicked, tapped or entered. Escape closes it.
// A card is asked for when it is first opened: what stands on it is the same for everybody.
(() => {
  const root = document.documentElement;
  if (!HTMLElement.prototype.showPopover) return;
  const [SOON, LINGER, EDGE, ROOM] = [140, 220, 8, 6];
  /** @type {Map<string, Promise<string | void>>} */
  const cards = new Map();
  const box = Object.assign(document.createElement("div"), { id: "card-box", popover: "manual", tabIndex: -1 });
  box.setAttribute("role", "dialog");
  document.body.append(box);
  /** @type {[HTMLAnchorElement | null, HTMLAnchorElement | null, boolean | undefined, number, boolean]} */
  let [link, wanted, pinned, timer, returns] = [null, null, false, 0, false];

  /** @type {(target: Element) => HTMLAnchorElement | null | undefined} */
  const named = (target) => target.closest?.("a.see[href*='#']");
  /** @type {(link: HTMLAnchorElement) => string} */
  const address = ({ href }) => href.replace("#", `/${root.lang}/`);
  /** @type {(from: string) => Promise<string | void> | undefined} */
  const fetched = (from) => {
    const asked = () => fetch(from).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)));
    if (!cards.has(from)) cards.set(from, asked().catch(() => void cards.delete(from)));
    return cards.get(from);
  };
  const place = () => {
    if (!link?.isConnected) return close();
    const [name, { offsetWidth: wide, offsetHeight: high }] = [link.getClientRects()[0] ?? link.getBoundingClientRect(), box];
    const below = name.bottom + ROOM + high + EDGE <= innerHeight || name.top < innerHeight - name.bottom;
    const top = below ? name.bottom + ROOM : name.top - ROOM - high;
    box.style.left = `${Math.max(EDGE, Math.min(name.left, innerWidth - wide - EDGE))}px`;
    box.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - high - EDGE))}px`;
  };
  /** @type {(to: HTMLAnchorElement, stay?: boolean, enter?: boolean) => Promise<unknown>} */
  const open = async (to, stay, enter) => {
    clearTimeout(timer);
    wanted = to;
    const html = await fetched(address(to));
    if (wanted !== to) return;
    if (!html) return stay && location.assign(to.href);
    if (link !== to) show(to, html);
    pinned ||= stay;
    if (enter) box.focus();
  };
  /** @type {(to: HTMLAnchorElement, html: string) => void} */
  const show = (to, html) => {
    link?.removeAttribute("aria-describedby");
    pinned = false;
    box.innerHTML = html;
    box.querySelectorAll("[data-thing]").forEach((one) => one.removeAttribute("data-thing"));
    box.setAttribute("aria-label", box.querySelector("h3")?.textContent ?? "");
    link = to;
    link.setAttribute("aria-describedby", box.id);
    box.showPopover();
    place();
  };
  const close = () => {
    clearTimeout(timer);
    wanted = null;
    if (!link) return;
    const [from, inside] = [link, box.contains(document.activeElement)];
    [link, pinned] = [null, false];
    from.removeAttribute("aria-describedby");
    box.hidePopover();
    // The part with its name may have been drawn again since. The focus comes back without opening it again.
    if (!inside) return;
    returns = true;
    (from.isConnected ? from : /** @type {HTMLElement | null} */ (document.querySelector(`a.see[href="${from.getAttribute("href")}"]`)))?.focus();
    returns = false;
  };
  /** @type {(what: () => void, time: number) => void} */
  const later = (what, time) => (clearTimeout(timer), (timer = setTimeout(what, time)));

  document.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType !== "mouse") return;
    const name = named(target);
    if (name) later(() => !pinned && open(name), SOON);
    else if (box.contains(target)) clearTimeout(timer);
    else if ((link || wanted) && !pinned && !(wanted ?? link)?.matches(":focus-visible")) later(close, LINGER);
    else if (!link) clearTimeout(timer);
  });
  document.addEventListener("focusin", ({ target }) => {
    const name = named(target);
    if (returns) return;
    if (name?.matches(":focus-visible")) open(name);
    else if (link && !pinned && !box.contains(target)) close();
  });
  document.addEventListener("click", (event) => {
    const name = named(event.target);
    if (event.target.closest?.("#card-box .close")) return close();
    if (!name) return link && !box.contains(event.target) && close();
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (pinned && link === name) return close();
    open(name, true, event.detail === 0);
  });
  addEventListener("keydown", (event) => {
    if (!link) return;
    if (event.key === "Escape") return event.preventDefault(), close();
    /** @type {Element[]} */
    const inside = [...box.querySelectorAll("a, button")];
    const edge = document.activeElement === (event.shiftKey ? box : inside.at(-1));
    if (event.key === "Tab" && edge) return event.preventDefault(), close();
  }, true);
  const keep = () => link && place();
  addEventListener("scroll", keep, { capture: true, passive: true });
  addEventListener("resize", keep);
  document.addEventListener("horloge:changed", keep);

  // Beside a list that cannot open anything itself, the name of what is picked in it.
  /** @type {(list: HTMLSelectElement) => void} */
  const follow = (list) => {
    /** @type {HTMLAnchorElement | null | undefined} */
    const beside = list.form?.querySelector(`a.follows[data-of="${CSS.escape(list.name)}"]`);
    if (!beside) return;
    const [picked] = list.selectedOptions;
    const card = picked?.dataset.card ?? "";
    beside.href = beside.pathname + (card && `#${card}`);
    if (card) beside.textContent = picked.textContent;
    if (link === beside) close();
  };
  document.addEventListener("change", ({ target }) => target instanceof HTMLSelectElement && follow(target));

  // Where the cards that are asked about lie out of sight, they are shown beside the question.
  const away = () => {
    const lot = document.querySelector(".board .part-cards .lot");
    root.classList.toggle("lot-away", !!lot && lot.getBoundingClientRect().bottom < 96);
  };
  let due = 0;
  const look = () => (due ||= requestAnimationFrame(() => ((due = 0), away())));
  for (const event of ["scroll", "resize"]) addEventListener(event, look, { passive: true });
  document.addEventListener("horloge:changed", look);
  away();
})();
