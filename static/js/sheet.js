// The sheet of the decision on a narrow screen (css/sheet.css), which opens and closes without this, too. With it a preview, a
// refusal and whatever the address names in it open it; Escape, and picking a pane of the page, close it.
(() => {
  const area = () => document.getElementById("asked");
  const sheet = () => document.getElementById("sheet");
  if (!sheet()) return;
  document.documentElement.classList.add("scripted");

  /** @type {(open: boolean) => void} */
  const unfold = (open) => sheet().toggleAttribute("open", open);
  const named = () => document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const told = () => area().querySelector("#refusal, .foreseen");
  const go = () => {
    const goal = named();
    if (!goal) return;
    const inside = area().contains(goal);
    unfold(inside);
    if (inside) goal.scrollIntoView();
  };
  addEventListener("hashchange", go);
  document.addEventListener("click", ({ target }) => target.closest(".dock a, .rail-tabs a") && unfold(false));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || !sheet().open || !sheet().checkVisibility()) return;
    unfold(false);
    sheet().querySelector("summary")?.focus();
  });
  // The result of the own answer, not the moves of others since then.
  document.addEventListener("htmx:afterRequest", ({ detail }) => told() && !detail.requestConfig.elt.closest("[data-aside]") && unfold(true));
  if (told()) unfold(true);
  if (area().contains(named())) go();
})();
