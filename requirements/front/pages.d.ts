// The names and events that the scripts of the pages share, and the parts of htmx that they use.

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** People click on, point at and type in elements. */
interface UIEvent {
  readonly target: Element;
}

/** A message of the feed: parts of the page at a position of the game, or what does not change that position: parts, a line of
 * the talk, or the numbers of the talk's last lines. */
type Frame =
  | { seq: number; after: number; full: boolean; html: string; epoch?: string }
  | { html?: string; line?: { channel: string; number: number; html: string }; talk?: Record<string, number> };

/** An element that sends a request: a form, or one of its fields and buttons. */
type Asker = HTMLElement & { form?: HTMLFormElement | null };

interface HtmxDetail {
  elt: Asker;
  xhr: XMLHttpRequest;
  requestConfig: { elt: Asker; parameters: Record<string, string> };
  serverResponse: string;
  shouldSwap: boolean;
  isError: boolean;
}

type HtmxEvent = CustomEvent<HtmxDetail> & { readonly target: Element };

interface HtmxEvents {
  "htmx:beforeRequest": HtmxEvent;
  "htmx:beforeSend": HtmxEvent;
  "htmx:beforeSwap": HtmxEvent;
  "htmx:afterRequest": HtmxEvent;
  "htmx:sendError": HtmxEvent;
}

declare const htmx: {
  swap(target: Element, html: string, how: { swapStyle: "none" }): void;
  process(element: Element): void;
};

interface HTMLElementEventMap extends HtmxEvents {}

interface DocumentEventMap extends HtmxEvents {
  input: InputEvent & { readonly target: Field };
  change: Event & { readonly target: Field };
  /** The page has come to another position of its table, with this sequence. */
  "horloge:changed": CustomEvent<number>;
  /** The feed sent something that is no part of the page. */
  "horloge:frame": CustomEvent<Exclude<Frame, { seq: number }>>;
  /** The things that are picked in the fields of the decision, in their order. */
  "horloge:picked": CustomEvent<string[]>;
}

/** The table of a page that is live. */
type Table = HTMLElement & { dataset: { epoch: string; seq: string } };
/** Something on the board that can be picked. */
type Thing = HTMLElement & { dataset: { thing: string } };
/** A channel of the talk. */
type Channel = { querySelector(what: ".lines"): HTMLElement } & HTMLElement & { dataset: { channel: string; last: string } };
/** The rules beside a table. */
type RulesPane = { querySelector(what: "form"): HTMLFormElement & { elements: { q: HTMLInputElement } } } & HTMLElement & { dataset: { rules: string } };
/** A node that came into the page: text has neither method. */
type Added = Node & Partial<Pick<Element, "matches" | "querySelector">>;

/** A map, as templates/means/map.html draws it; a part of it that a button shows; a place on it, or in the list beside it. */
type MapFrame = {
  querySelector(what: ".map-scroller" | ".map-sheet"): HTMLElement;
  querySelector(what: ".map-sizer"): SVGSVGElement;
} & HTMLElement;
type View = HTMLElement & { dataset: { view: string } };
type Place = Element & HTMLOrSVGElement & { dataset: { place: string }; ownerSVGElement?: SVGSVGElement | null };
/** Parts of a plan (templates/means/plan.html): a number that changes figures, a figure, how much is placed. */
type PlanNumber = HTMLInputElement & { dataset: { changes: string } };
type PlanFigure = HTMLElement & { dataset: { figure: string } };
type PlanSum = HTMLElement & { dataset: { sum: string; says: string }; previousElementSibling: HTMLMeterElement };
/** The plan of a month of 1933, with its figures and its warnings. */
type MonthPlan = HTMLElement & { dataset: { war: string; treasury: string } };
type Warning = HTMLElement & { dataset: { short: "food" | "war"; says: string } };

/** What the selectors of the scripts find, as the templates draw it. */
interface HTMLElementTagNameMap {
  "#table [data-thing]": Thing;
  "[data-address]": HTMLElement;
  "[data-changes]": PlanNumber;
  "[data-copy]": HTMLButtonElement & { dataset: { copy: string; copied: string } };
  ".aside-title, .question": HTMLElement;
  "[data-feed]": Table;
  "[data-figure]": PlanFigure;
  "[data-mirrors=unread]": HTMLElement;
  "[data-own]": HTMLElement & { dataset: { own: string; title: string } };
  "[data-place]": Place;
  "[data-short]": Warning;
  "[data-spot]": HTMLElement;
  "[data-sum]": PlanSum;
  "[data-thing]": Thing;
  "[data-view]": View;
  "[data-waiting]": HTMLElement & { dataset: { waiting: string } };
  ".channel": Channel;
  ".channel[data-channel]": Channel;
  ".channels .badge": HTMLElement;
  ".decide input[data-ghost]": HTMLInputElement;
  ".foreseen [data-ghost]": HTMLElement;
  ".handled": Thing;
  ".left[data-said]": HTMLElement & { dataset: { said: string } };
  ".line": HTMLElement & { dataset: { number: string } };
  ".map-frame": MapFrame;
  ".map-frame:not([data-zoomed])": MapFrame;
  ".map-scroller": HTMLElement;
  ".map-steps button": View;
  ".map-way": SVGPathElement & { ownerSVGElement: SVGSVGElement; parentElement: Element };
  ".n33-plan": MonthPlan;
  ".plan-steps [data-step]": HTMLElement & { dataset: { step: string } };
  "button.redraw": HTMLButtonElement;
  "form.say": HTMLFormElement & { elements: { text: HTMLTextAreaElement } };
  "input:not([type=hidden]), select, textarea": Field;
  "input[name=token]": HTMLInputElement;
  "select[data-within]": HTMLSelectElement;
  'select[name$=".state"]': HTMLSelectElement;
  "time[data-moment]:not([data-ticks])": HTMLTimeElement;
}

/** What is on every page, or on every page of a table, and stays there; and what may be. */
interface Document {
  getElementById(id: "times"): HTMLElement & { dataset: { times: string } };
  getElementById(id: "asked" | "unsent"): HTMLElement;
  getElementById(id: "live"): HTMLElement & { dataset: { live: string; lost: string } };
  getElementById(id: "sheet"): HTMLDetailsElement;
  getElementById(id: "rules-pane"): RulesPane | null;
  getElementById(id: "talk-pane"): (HTMLElement & { dataset: { talk: string; heard: string } }) | null;
  getElementById(id: `channel-${string}`): Channel | null;
}
