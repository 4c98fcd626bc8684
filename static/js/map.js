// Zoom and pan of maps (templates/means/map.html): buttons, wheel, pinch, drag, keys. A map can be scrolled without this;
// here its sheet is enlarged around the pointer. A place looked at in the list beside it is shown on the map.
(() => {
  const [WHOLE, CLOSEST, STEP, DRAGGED, NARROW] = [1, 8, 1.5, 5, 600];
  /** @typedef {[x: number, y: number]} Point */
  /** @typedef {{ clientX: number, clientY: number }} Finger */

  /** @type {(frame: MapFrame) => HTMLElement} */
  const scroller = (frame) => frame.querySelector(".map-scroller");
  /** @type {(frame: MapFrame) => HTMLElement} */
  const sheet = (frame) => frame.querySelector(".map-sheet");
  /** @type {(inside: Element) => MapFrame} */
  const frameOf = (inside) => /** @type {MapFrame} */ (inside.closest(".map-frame"));
  /** @type {(frame: MapFrame) => number} */
  const zoomOf = (frame) => Number(frame.dataset.zoomed ?? WHOLE);
  /** @type {(frame: MapFrame) => DOMRect} */
  const viewBox = (frame) => frame.querySelector(".map-sizer").viewBox.baseVal;
  /** @type {(window: HTMLElement) => Point} */
  const middle = ({ clientWidth, clientHeight }) => [clientWidth / 2, clientHeight / 2];

  // The place at this point of the window stays there.
  /** @type {(frame: MapFrame, to: number, point?: Point) => void} */
  const zoom = (frame, to, [x, y] = middle(scroller(frame))) => {
    const [window, now, then] = [scroller(frame), zoomOf(frame), Math.min(CLOSEST, Math.max(WHOLE, to))];
    const [left, top] = [(window.scrollLeft + x) / now, (window.scrollTop + y) / now];
    frame.dataset.zoomed = `${then}`;
    sheet(frame).style.setProperty("--zoom", `${then}`);
    window.scrollTo({ left: left * then - x, top: top * then - y, behavior: "instant" });
  };
  /** @type {(frame: MapFrame, box: number[]) => void} */
  const show = (frame, [left, top, width, height]) => {
    const [{ width: whole }, { clientWidth, clientHeight }] = [viewBox(frame), scroller(frame)];
    const unit = Math.min(clientWidth / width, clientHeight / height);
    zoom(frame, (unit * whole) / clientWidth);
    const really = (zoomOf(frame) * clientWidth) / whole;
    const [x, y] = [(left + width / 2) * really - clientWidth / 2, (top + height / 2) * really - clientHeight / 2];
    scroller(frame).scrollTo({ left: x, top: y, behavior: "instant" });
  };
  /** @type {(button: View) => number[]} */
  const boxOf = (button) => button.dataset.view.split(" ").map(Number);

  document.addEventListener("click", ({ target }) => {
    const button = target.closest(".map-steps button");
    if (!button) return;
    const [frame, { zoom: how }] = [frameOf(button), button.dataset];
    if (!how) return show(frame, boxOf(button));
    zoom(frame, how === "whole" ? WHOLE : zoomOf(frame) * (how === "in" ? STEP : 1 / STEP));
  });
  /** @type {Record<string, number>} */
  const KEYS = { "+": STEP, "=": STEP, "-": 1 / STEP, "−": 1 / STEP, 0: 0 };
  document.addEventListener("keydown", (event) => {
    if (!event.target.matches?.(".map-scroller") || !(event.key in KEYS) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const frame = frameOf(event.target);
    zoom(frame, zoomOf(frame) * KEYS[event.key]);
  });

  // Listeners are added at the first touch. A wheel moves the page, or the map that has the focus.
  /** @type {(window: HTMLElement, finger: Finger) => Point} */
  const at = (window, { clientX, clientY }) => {
    const { left, top } = window.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  /** @type {(fingers: TouchList) => number} */
  const apart = ([one, two]) => Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
  /** @type {(fingers: TouchList) => Finger} */
  const between = ([one, two]) => ({ clientX: (one.clientX + two.clientX) / 2, clientY: (one.clientY + two.clientY) / 2 });
  const prepared = new WeakSet();
  /** @type {(window: HTMLElement | null) => void} */
  const prepare = (window) => {
    if (!window || prepared.has(window)) return;
    prepared.add(window);
    const frame = frameOf(window);
    window.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey && !window.contains(document.activeElement)) return;
      event.preventDefault();
      zoom(frame, zoomOf(frame) * Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 300)), at(window, event));
    }, { passive: false });
    /** @type {number | null} */
    let pinched = null;
    window.addEventListener("touchmove", (event) => {
      if (event.touches.length !== 2) return (pinched = null);
      event.preventDefault();
      const wide = apart(event.touches);
      if (pinched) zoom(frame, (zoomOf(frame) * wide) / pinched, at(window, between(event.touches)));
      pinched = wide;
    }, { passive: false });
    window.addEventListener("touchend", () => (pinched = null));
    drag(window);
  };
  // A mouse takes hold of the map; where it has moved it, the click that ends that is none.
  /** @type {(window: HTMLElement) => void} */
  const drag = (window) => {
    /** @type {[x: number, y: number, left: number, top: number] | null} */
    let held = null;
    window.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse" && event.button === 0) held = [event.clientX, event.clientY, window.scrollLeft, window.scrollTop];
    });
    window.addEventListener("pointermove", ({ clientX, clientY, buttons }) => {
      if (!held || !(buttons & 1)) return (held = null);
      const [x, y, left, top] = held;
      if (Math.hypot(clientX - x, clientY - y) > DRAGGED) window.classList.add("dragging");
      if (window.classList.contains("dragging")) window.scrollTo({ left: left + x - clientX, top: top + y - clientY, behavior: "instant" });
    });
    window.addEventListener("click", (event) => {
      if (!window.classList.contains("dragging")) return;
      event.stopPropagation();
      window.classList.remove("dragging");
    }, true);
    window.addEventListener("pointerleave", () => ((held = null), window.classList.remove("dragging")));
  };
  for (const kind of /** @type {const} */ (["pointerover", "touchstart"])) {
    document.addEventListener(kind, ({ target }) => prepare(target.closest?.(".map-scroller")), { passive: true });
  }

  // A place that is pointed at, here or in the list, is lit in both, and what it borders on shows.
  /** @type {(id: string) => Place[]} */
  const targets = (id) => [.../** @type {NodeListOf<Place>} */ (document.querySelectorAll(`[data-place="${CSS.escape(id)}"]`))];
  /** @type {string | undefined} */
  let lit;
  /** @type {(id: string | undefined) => void} */
  const light = (id) => {
    if (id === lit) return;
    lit = id;
    for (const one of document.querySelectorAll("[data-place]:is(.lit, .neighbour)")) one.classList.remove("lit", "neighbour");
    if (!id) return;
    for (const one of targets(id)) one.classList.add("lit");
    for (const near of targets(id).flatMap(({ dataset }) => (dataset.near ?? "").split(" ")).filter(Boolean)) {
      for (const one of targets(near)) one.classList.add("neighbour");
    }
  };
  /** @type {(target: Element) => string | undefined} */
  const placeOf = (target) => target.closest?.("[data-place]")?.dataset.place;
  document.addEventListener("pointerover", ({ target }) => light(placeOf(target)));
  document.addEventListener("focusin", ({ target }) => {
    const id = placeOf(target);
    light(id);
    if (!id || !target.matches(".map-entry")) return;
    for (const { dataset, ownerSVGElement } of targets(id)) {
      if (!dataset.at || !ownerSVGElement) continue;
      const frame = frameOf(ownerSVGElement);
      const [unit, [x, y], window] = [ownerSVGElement.clientWidth / viewBox(frame).width, dataset.at.split(" ").map(Number), scroller(frame)];
      const [wide, high] = middle(window);
      window.scrollTo({ left: x * unit - wide, top: y * unit - high, behavior: "instant" });
    }
  });

  // Places picked in two fields of a form are a way from one place to the other (js/decide.js).
  const HEAD = 14;
  /** @type {(from: number[], to: number[], unit: number) => string} */
  const way = ([x, y], [a, b], unit) => {
    const turn = Math.atan2(b - y, a - x);
    /** @type {(by: number) => string} */
    const tip = (by) => `M${a} ${b}L${a - (HEAD / unit) * Math.cos(turn + by)} ${b - (HEAD / unit) * Math.sin(turn + by)}`;
    return `M${x} ${y}L${a} ${b}${tip(.5)}${tip(-.5)}`;
  };
  document.addEventListener("horloge:picked", ({ detail }) => {
    for (const line of document.querySelectorAll(".map-way")) {
      /** @type {(id: string) => number[] | undefined} */
      const anchor = (id) => /** @type {Place | null} */ (line.parentElement.querySelector(`[data-place="${CSS.escape(id)}"][data-at]`))?.dataset.at?.split(" ").map(Number);
      const [from, to, more] = detail.map(anchor).filter((end) => end !== undefined);
      const unit = line.ownerSVGElement.clientWidth / line.ownerSVGElement.viewBox.baseVal.width;
      if (to && !more) line.setAttribute("d", way(from, to, unit));
      else line.removeAttribute("d");
    }
  });

  // A narrow screen opens on a section that a finger can find its way in.
  const begin = () => {
    for (const frame of document.querySelectorAll(".map-frame:not([data-zoomed])")) {
      const first = frame.querySelector("[data-view]");
      if (first && frame.clientWidth && frame.clientWidth < NARROW) show(frame, boxOf(first));
    }
  };
  document.addEventListener("horloge:changed", begin);
  addEventListener("hashchange", begin);
  addEventListener("load", begin);
})();
