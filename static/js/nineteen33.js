// The table of 1933, with a pointer: a click on a state that nothing is asked about raises its card in words, and on a narrow
// screen every tap does, large enough for a finger. The list below the map has the same cards without this.
(() => {
  const narrow = matchMedia("(max-width: 900px)");
  const list = () => /** @type {HTMLDetailsElement | null} */ (document.getElementById("list"));
  let [raised, unfolded] = ["", false]; // whose card, and whether the list was opened for it
  const place = () => document.getElementById(`place-${raised}`);
  const lower = () => {
    for (const one of document.querySelectorAll(".n33-raised")) {
      one.classList.remove("n33-raised");
      one.removeAttribute("open");
    }
    if (unfolded) list()?.removeAttribute("open");
    [raised, unfolded] = ["", false];
  };
  /** @type {(id: string) => void} */
  const raise = (id) => {
    const again = raised === id;
    lower();
    const it = document.getElementById(`place-${id}`);
    if (again || !it) return;
    [raised, unfolded] = [id, !list()?.open];
    list()?.setAttribute("open", "");
    it.setAttribute("open", "");
    it.classList.add("n33-raised");
    it.querySelector("summary")?.focus({ preventScroll: true });
  };
  document.addEventListener("click", (event) => {
    /** @type {Place | null} */
    const target = event.target.closest(".n33-chart .map-target[data-place]");
    if (target && (narrow.matches || !target.matches(".pickable"))) {
      if (narrow.matches && document.getElementById(`place-${target.dataset.place}`)) event.stopPropagation();
      return raise(target.dataset.place);
    }
    if (!raised) return;
    const heading = event.target.closest(".n33-raised > summary");
    if (heading) return event.preventDefault(), lower();
    // A pick there shows in the decision.
    if (!event.target.closest(".n33-raised") || event.target.closest(".pickable")) setTimeout(lower);
  }, true);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && lower());
  document.addEventListener("horloge:changed", () => place()?.classList.add("n33-raised"));
})();

// The plan of a month: what its food and its war goods cost, and what to beware of, as it is filled in. The figures that each
// field changes by as much are those of plan.js.
(() => {
  /** @type {(text: string) => number} */
  const number = (text) => Number(text.replace("\u2212", "-"));
  /** @type {(plan: MonthPlan) => void} */
  const tell = (plan) => {
    /** @type {(name: string) => HTMLElement} */
    const figure = (name) => /** @type {HTMLElement} */ (plan.querySelector(`[data-figure="${name}"]`));
    /** @type {(field: Element | null) => number} */
    const entered = (field) => Number(/** @type {HTMLInputElement | null} */ (field)?.value) || 0;
    let um = 0;
    for (const list of plan.querySelectorAll('select[name$=".state"]')) {
      const food = entered(document.getElementsByName(list.name.replace(/state$/, "food"))[0]);
      const [cheap, price, beyond] = (list.selectedOptions[0]?.dataset.food ?? "0 0 0").split(" ").map(Number);
      um += food * (food > cheap ? beyond : price);
    }
    const [able, price] = plan.dataset.war.split(" ").map(Number);
    const war = Math.min(able, entered(plan.querySelector('[name$=".war_most"]')));
    const cash = Number(plan.dataset.treasury) - um;
    const left = cash - war * price;
    const money = figure("money");
    money.textContent = String(left).replace("-", "\u2212");
    money.closest("tr")?.classList.toggle("down", left < Number(money.dataset.before));
    money.classList.toggle("short", left < 0);
    const missing = { food: -number(figure("food").textContent), war: war * price > cash ? Math.max(0, Math.floor(cash / price)) : -1 };
    for (const warning of plan.querySelectorAll("[data-short]")) {
      const n = missing[warning.dataset.short];
      const is = warning.dataset.short === "war" ? n >= 0 : n > 0;
      if (is) warning.textContent = warning.dataset.says.replace("#", `${n}`);
      warning.hidden = !is;
    }
  };
  document.addEventListener("input", ({ target }) => {
    const plan = target.form?.querySelector(".n33-plan");
    if (plan) tell(plan);
  });
})();

// A link to an order opens it.
addEventListener("hashchange", () => document.getElementById(location.hash.slice(1))?.closest("details.n33-left")?.setAttribute("open", ""));
