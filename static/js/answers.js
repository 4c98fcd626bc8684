// Takes the answer to an own decision, which brings the parts of the page too. If the feed was faster, only the decision is left
// to swap in; and not even that if the form that asked is gone: another stands there, and the player may have begun with it.
(() => {
  const unsent = document.getElementById("unsent");
  /** @type {(so: boolean) => void} */
  const failed = (so) => {
    unsent.hidden = !so;
    if (so) for (const form of document.querySelectorAll("[data-sent]")) form.removeAttribute("data-sent");
  };
  /** @type {(event: HtmxEvent) => unknown} */
  const elsewhere = ({ target }) => target.closest("[data-aside]"); // what talk, rules and notes ask for is their own business
  /** @type {(html: string, panel: string) => string} */
  const only = (html, panel) => new DOMParser().parseFromString(html, "text/html").getElementById(`part-${panel}`)?.outerHTML ?? "";

  document.body.addEventListener("htmx:sendError", (event) => elsewhere(event) || failed(true));
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (elsewhere(event)) return;
    const { detail } = event;
    const { status } = detail.xhr;
    const at = Number(detail.xhr.getResponseHeader("Horloge-Sequence") ?? NaN);
    const told = status < 400 || status === 409 || status === 422;
    failed(!told);
    if (!told) return;
    Object.assign(detail, { shouldSwap: false, isError: false });
    const { elt, parameters } = detail.requestConfig;
    const asker = (elt.form ?? elt.closest("form"))?.id ?? "";
    const panel = page.PANELS[asker];
    const late = status === 200 && at <= page.at;
    const accepted = at > Number(parameters.sequence);
    if (late && accepted && !document.getElementById(asker)?.hasAttribute("data-sent")) return;
    page.swap(late ? only(detail.serverResponse, panel) : detail.serverResponse, panel);
    const { epoch } = page.table.dataset;
    const era = detail.xhr.getResponseHeader("Horloge-Epoch") ?? epoch;
    if (at > page.at || (at >= 0 && era !== epoch)) page.arrive(at, era);
  });
})();
