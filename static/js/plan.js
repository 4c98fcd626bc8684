// A plan that is filled in (templates/means/plan.html): its steppers, what its numbers change, how much is placed. Without this
// numbers are typed, and the preview of the choice says the rest.
(() => {
  const all = (where, what) => [...where.querySelectorAll(what)];
  const entered = (field) => Number(field.value) || 0;
  const changes = (form) => {
    const found = new Map();
    for (const field of all(form, "[data-changes]")) {
      for (const change of field.dataset.changes.trim().split(" ")) {
        const [figure, by] = change.split(":");
        found.set(figure, (found.get(figure) ?? 0) + entered(field) * Number(by));
      }
    }
    return found;
  };
  const write = (place, text) => place.textContent !== text && (place.textContent = text);
  const figure = (place, by) => {
    const before = Number(place.dataset.before);
    const row = place.closest("tr").classList;
    write(place, String(before + by).replace("-", "−"));
    row.toggle("up", by > 0);
    row.toggle("down", by < 0);
    place.classList.toggle("short", "least" in place.dataset && before + by < Number(place.dataset.least));
  };
  const placed = (form, place) => {
    const sum = all(form, `input[name^="${CSS.escape(place.dataset.sum)}"]`).reduce((whole, field) => whole + entered(field), 0);
    write(place, place.dataset.says.replace("#", sum));
    place.previousElementSibling.value = sum;
    place.parentElement.classList.toggle("over", sum > Number(place.dataset.most));
  };
  const tell = (form) => {
    const found = changes(form);
    for (const place of all(form, "[data-figure]")) if (found.has(place.dataset.figure)) figure(place, found.get(place.dataset.figure));
    for (const place of all(form, "[data-sum]")) placed(form, place);
  };
  document.addEventListener("input", ({ target }) => target.form && tell(target.form));
  document.addEventListener("click", ({ target }) => {
    const button = target.closest(".plan-steps [data-step]");
    if (!button) return;
    const field = button.parentElement.querySelector("input");
    const [least, most] = [Number(field.min), field.max === "" ? Infinity : Number(field.max)];
    field.value = Math.min(most, Math.max(least, entered(field) + Number(button.dataset.step))) || "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  addEventListener("load", () => document.querySelectorAll("form").forEach(tell));
})();
