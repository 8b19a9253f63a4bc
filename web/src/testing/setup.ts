import { cleanup, configure, prettyDOM } from "@testing-library/react";
import * as React from "react";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { isProgrammaticBack } from "../ui/dialogs/use-close-on-back.ts";
import { dismissToast, toasts } from "../ui/messages/toast.ts";
import { resetFakeAuth } from "./fake-auth.ts";
import { stripeScript } from "./fake-stripe.ts";
import { authSessionError } from "./fake-supabase.ts";
import { failOnUnexpectedErrors, recordErrors } from "./logged-errors.ts";

// Component tests never call Auth; the modules under test handle a fake client's responses.
vi.mock("@supabase/supabase-js", () => import("./fake-supabase.ts"));
vi.mock("@stripe/stripe-js/pure", () => stripeScript);
// A form token is accepted only after three seconds; that delay matters to the server alone.
vi.mock("../data/donations/form-token-delay.ts", () => ({ FORM_TOKEN_DELAY_MS: 0 }));
vi.stubEnv("VITE_SUPABASE_URL", "https://supabase.test");
vi.stubEnv("VITE_SUPABASE_PUBLISHABLE_KEY", "sb_publishable_test");

/** Prints the page only when the message is read, because a waiting test discards an error on every page change. */
const elementError = (message: string | null, container: Element): Error => {
  const error = new Error();
  error.name = "TestingLibraryElementError";
  Error.captureStackTrace(error, elementError);
  return Object.defineProperty(error, "message", {
    configurable: true,
    get: () => `${message}\n\n${prettyDOM(container)}`,
  });
};

// A test that is the first to open a page also waits for its code to load.
configure({ asyncUtilTimeout: 60_000, getElementError: elementError });

/** Replaces jsdom's functions, which belong to one document, because each file that a worker runs gets a new one. */
const frameFunctions = {
  requestAnimationFrame: (draw: FrameRequestCallback) =>
    setTimeout(() => draw(performance.now()), 16),
  cancelAnimationFrame: (frame: number) => clearTimeout(frame),
};

const noop = () => undefined;

// React's development build takes a stack trace for every element it creates, until it has taken 10,000 in a second. The
// traces take a seventh of the time of these tests, and no test reads them, so let React think that it has taken enough.
const reactInternals: object = Reflect.get(
  React,
  "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE",
);
Object.defineProperty(reactInternals, "recentlyCreatedOwnerStacks", {
  configurable: true,
  get: () => 10_000,
  set: noop,
});

// jsdom has no layout, so most of these do nothing.
Object.assign(globalThis, frameFunctions, {
  matchMedia: (query: string) => ({
    matches: false,
    media: query,
    addEventListener: noop,
    removeEventListener: noop,
  }),
  ResizeObserver: class {
    observe = noop;
    unobserve = noop;
    disconnect = noop;
  },
  // Without a screen, everything counts as visible.
  IntersectionObserver: class {
    readonly report: (entries: readonly { readonly isIntersecting: boolean }[]) => void;
    constructor(report: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
      this.report = report;
    }
    observe() {
      this.report([{ isIntersecting: true }]);
    }
    disconnect = noop;
  },
  scrollTo: noop,
  // Testing Library looks for `jest` to detect and advance fake timers.
  jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) },
});
Object.assign(Element.prototype, { scrollIntoView: noop, hasPointerCapture: () => false });

Object.assign(Range.prototype, {
  getClientRects: () => [],
  getBoundingClientRect: () => new DOMRect(),
});

// jsdom lacks the methods that open and close a dialog.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.setAttribute("open", "");
  },
  close(this: HTMLDialogElement) {
    this.removeAttribute("open");
  },
});

const originalBack = history.back.bind(history);
let lastNavigation: Promise<unknown> | undefined;
history.back = () => {
  lastNavigation = new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
  originalBack();
};

beforeEach(() => {
  recordErrors();
  localStorage.clear();
  sessionStorage.clear();
  authSessionError.error = null;
  stripeScript.current = null;
  resetFakeAuth();
});

afterEach(async () => {
  cleanup();
  // jsdom goes back in a later task, which must not run during the next test. One step back may cause another.
  while (lastNavigation) {
    const pendingNavigation = lastNavigation;
    lastNavigation = undefined;
    await pendingNavigation;
  }
  await vi.waitUntil(() => !isProgrammaticBack(), 3000);
  const toast = toasts.current();
  if (toast) dismissToast(toast.id);
  // Leave nothing on the page for the next test, which may be in another file.
  document.body.replaceChildren();
  for (const name of document.body.getAttributeNames()) document.body.removeAttribute(name);
  vi.useRealTimers();
  Object.assign(globalThis, frameFunctions);
  vi.unstubAllGlobals();
  failOnUnexpectedErrors();
});

// A file must not end while it loads a section, because the next file would get the module that failed to load.
afterAll(() => vi.dynamicImportSettled());
