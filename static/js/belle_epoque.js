// The table of La Belle Époque, with a pointer: on a narrow screen a tap on a territory raises its spaces, large enough for a
// finger, as a sheet; the scene of dice can be skipped; and the log can be looked through for a territory. The page does without
// this: the lists below the maps have the same spaces, and dice that don't move have nothing to skip.
(() => {
  const narrow = matchMedia("(max-width: 900px)");
  let raised = "";
  const place = () => document.getElementById(`place-${raised}`);
  const lower = () => {
    for (const one of document.querySelectorAll(".be-raised")) one.classList.remove("be-raised");
    raised = "";
  };
  /** @type {(id: string) => void} */
  const raise = (id) => {
    lower();
    raised = id;
    const it = place();
    it?.closest(".be-list")?.setAttribute("open", "");
    it?.setAttribute("open", "");
    it?.classList.add("be-raised");
    it?.querySelector("summary")?.focus({ preventScroll: true });
  };
  document.addEventListener("click", (event) => {
    if (!narrow.matches) return;
    /** @type {SVGElement & { dataset: { place: string } } | null} */
    const target = event.target.closest(".be-panel .map-target[data-place]");
    if (target) return event.stopPropagation(), raise(target.dataset.place);
    if (!raised) return;
    const heading = event.target.closest(".be-raised > summary");
    if (heading) return event.preventDefault(), lower();
    // The decision shows what was picked there, which lies below.
    if (!event.target.closest(".be-raised") || event.target.closest(".pickable")) setTimeout(lower);
  }, true);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && lower());

  // The log by territory: the lines that name it.
  /** @type {HTMLSelectElement | null} */
  const about = document.querySelector("#log-place");
  const filter = () => {
    for (const line of document.querySelectorAll("#log .step-line")) {
      line.classList.toggle("be-elsewhere", !line.textContent.includes(about?.value ?? ""));
    }
  };
  if (about) {
    about.parentElement?.removeAttribute("hidden");
    about.addEventListener("change", filter);
    document.addEventListener("horloge:changed", () => about.value && filter());
  }

  const moving = () => [...document.querySelectorAll(".be-latest")].flatMap((one) => one.getAnimations({ subtree: true })).filter(({ playState }) => playState === "running");
  const skips = () => document.querySelector(".be-skip");
  const skip = () => {
    for (const one of moving()) one.finish();
    skips()?.setAttribute("hidden", "");
  };
  const offer = () => {
    const running = moving();
    if (!running.length) return;
    skips()?.removeAttribute("hidden");
    Promise.allSettled(running.map(({ finished }) => finished)).then(() => skips()?.setAttribute("hidden", ""));
  };
  document.addEventListener("click", ({ target }) => target.closest(".be-skip") && skip());
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || event.target.closest("input, select, textarea, button, summary, a, [role=button]") || !moving().length) return;
    event.preventDefault();
    skip();
  });
  document.addEventListener("horloge:changed", () => {
    place()?.classList.add("be-raised");
    requestAnimationFrame(offer);
  });
})();
