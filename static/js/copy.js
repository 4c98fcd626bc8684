// Buttons that copy what a field holds: <button data-copy="id of the field" data-copied="what to say then">. Without
// JavaScript there are none; the field can be read and copied by hand.
(() => {
  for (const button of document.querySelectorAll("[data-copy]")) {
    const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (document.getElementById(button.dataset.copy));
    const said = button.textContent;
    button.hidden = false;
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      field.select();
      await navigator.clipboard?.writeText(field.value).catch(() => document.execCommand("copy"));
      button.textContent = button.dataset.copied;
      setTimeout(() => (button.textContent = said), 3000);
    });
  }
})();
