// The table of 1933, with a pointer: a click on a state that nothing is asked about raises its card in words, and on a narrow
// screen every tap does, large enough for a finger. The list below the map has the same cards without this.
(() => {
  const narrow = matchMedia("(max-width: 900px)");
  const list = () => document.getElementById("list");
  let [raised, unfolded] = ["", false]; // whose card, and whether the list was opened for it
  const place = () => document.getElementById(`place-${raised}`);
  const lower = () => {
    for (const one of document.querySelectorAll(".n33-raised")) {
      one.classList.remove("n33-raised");
      one.removeAttribute("open");
    }
    if (unfolded) list().removeAttribute("open");
    [raised, unfolded] = ["", false];
  };
  const raise = (id) => {
    const again = raised === id;
    lower();
    if (again || !document.getElementById(`place-${id}`)) return;
    [raised, unfolded] = [id, !list().open];
    list().setAttribute("open", "");
    const it = place();
    it.setAttribute("open", "");
    it.classList.add("n33-raised");
    it.querySelector("summary").focus({ preventScroll: true });
  };
  document.addEventListener("click", (event) => {
    const target = event.target.closest(".n33-chart .map-target[data-place]");
    if (target && (narrow.matches || !target.matches(".pickable"))) {
      if (narrow.matches && document.getElementById(`place-${target.dataset.place}`)) event.stopPropagation();
      return raise(target.dataset.place);
    }
    if (!raised) return;
    const heading = event.target.closest(".n33-raised > summary");
    if (heading) return event.preventDefault(), lower();
    // What was picked there shows in the decision.
    if (!event.target.closest(".n33-raised") || event.target.closest(".pickable")) setTimeout(lower);
  }, true);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && lower());
  document.addEventListener("horloge:changed", () => place()?.classList.add("n33-raised"));
})();
