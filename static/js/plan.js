// A plan that is filled in (templates/means/plan.html): its steppers, what its numbers change, how much is placed. Without this
// numbers are typed, and the preview of the choice says the rest.
(() => {
  /** @type {(field: HTMLInputElement) => number} */
  const entered = (field) => Number(field.value) || 0;
  /** @type {(form: HTMLFormElement) => Map<string, number>} */
  const changes = (form) => {
    const found = new Map();
    for (const field of form.querySelectorAll("[data-changes]")) {
      for (const change of field.dataset.changes.trim().split(" ")) {
        const [figure, by] = change.split(":");
        found.set(figure, (found.get(figure) ?? 0) + entered(field) * Number(by));
      }
    }
    return found;
  };
  /** @type {(place: HTMLElement, text: string) => unknown} */
  const write = (place, text) => place.textContent !== text && (place.textContent = text);
  /** @type {(place: HTMLElement, by?: number) => void} */
  const figure = (place, by) => {
    if (by === undefined) return;
    const before = Number(place.dataset.before);
    const row = place.closest("tr")?.classList;
    write(place, String(before + by).replace("-", "−"));
    row?.toggle("up", by > 0);
    row?.toggle("down", by < 0);
    place.classList.toggle("short", "least" in place.dataset && before + by < Number(place.dataset.least));
  };
  /** @type {(form: HTMLFormElement, place: PlanSum) => void} */
  const placed = (form, place) => {
    let sum = 0;
    /** @type {NodeListOf<HTMLInputElement>} */
    const fields = form.querySelectorAll(`input[name^="${CSS.escape(place.dataset.sum)}"]`);
    for (const field of fields) sum += entered(field);
    write(place, place.dataset.says.replace("#", `${sum}`));
    place.previousElementSibling.value = sum;
    place.parentElement?.classList.toggle("over", sum > Number(place.dataset.most));
  };
  /** @type {(form: HTMLFormElement) => void} */
  const tell = (form) => {
    const found = changes(form);
    for (const place of form.querySelectorAll("[data-figure]")) figure(place, found.get(place.dataset.figure));
    for (const place of form.querySelectorAll("[data-sum]")) placed(form, place);
  };
  document.addEventListener("input", ({ target }) => target.form && tell(target.form));
  document.addEventListener("click", ({ target }) => {
    const button = target.closest(".plan-steps [data-step]");
    const field = button?.parentElement?.querySelector("input");
    if (!button || !field) return;
    const [least, most] = [Number(field.min), field.max === "" ? Infinity : Number(field.max)];
    const now = Math.min(most, Math.max(least, entered(field) + Number(button.dataset.step)));
    field.value = now ? `${now}` : "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  addEventListener("load", () => document.querySelectorAll("form").forEach(tell));
})();
