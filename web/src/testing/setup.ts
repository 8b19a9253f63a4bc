import { cleanup, configure, prettyDOM } from "@testing-library/react";
import * as React from "react";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { isProgrammaticBack } from "../ui/dialogs/use-close-on-back.ts";
import { dismissToast, toasts } from "../ui/messages/toast.ts";
import { resetFakeAuth } from "./fake-auth.ts";
import { stripeScript } from "./fake-stripe.ts";
import { authSessionError } from "./fake-supabase.ts";
import { failOnUnexpectedErrors, recordErrors } from "./logged-errors.ts";

// Component tests never call Supabase Auth. The modules that they test get a fake client.
vi.mock("@supabase/supabase-js", () => import("./fake-supabase.ts"));
vi.mock("@stripe/stripe-js/pure", () => stripeScript);
// The server accepts form tokens only after three seconds. Component tests don't have a server, so they don't wait.
vi.mock("../lib/api/form-token-delay.ts", () => ({ FORM_TOKEN_DELAY_MS: 0 }));
vi.stubEnv("VITE_SUPABASE_URL", "https://supabase.test");
vi.stubEnv("VITE_SUPABASE_PUBLISHABLE_KEY", "sb_publishable_test");

/**
 * Prints the page only when the error message is read. A waiting test creates and discards an error on every change of
 * the page.
 */
const elementError = (message: string | null, container: Element): Error => {
  const error = new Error();
  error.name = "TestingLibraryElementError";
  Error.captureStackTrace(error, elementError);
  return Object.defineProperty(error, "message", {
    configurable: true,
    get: () => `${message}\n\n${prettyDOM(container)}`,
  });
};

// The first test to open a page also waits for the page's code to load.
configure({ asyncUtilTimeout: 60_000, getElementError: elementError });

/**
 * Replaces functions of jsdom that belong to one document, because each file that a worker runs gets a new document.
 */
const frameFunctions = {
  requestAnimationFrame: (draw: FrameRequestCallback) =>
    setTimeout(() => draw(performance.now()), 16),
  cancelAnimationFrame: (frame: number) => clearTimeout(frame),
};

const noop = () => undefined;

// React's development build takes a stack trace for every element that it creates, until it has taken 10,000 in one
// second. Stack traces take a seventh of these tests' time, and no test reads them, so make React believe that it has
// already taken enough.
const reactInternals: object = Reflect.get(
  React,
  "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE",
);
Object.defineProperty(reactInternals, "recentlyCreatedOwnerStacks", {
  configurable: true,
  get: () => 10_000,
  set: noop,
});

// jsdom doesn't have a layout, so most of these functions do nothing.
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
  // jsdom doesn't have a screen, so every element counts as visible.
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
  // Testing Library detects and advances fake timers only if `jest` is defined.
  jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) },
});
Object.assign(Element.prototype, { scrollIntoView: noop, hasPointerCapture: () => false });

Object.assign(Range.prototype, {
  getClientRects: () => [],
  getBoundingClientRect: () => new DOMRect(),
});

// jsdom doesn't have the methods that open and close a dialog.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.setAttribute("open", "");
  },
  close(this: HTMLDialogElement) {
    this.removeAttribute("open");
  },
});

const goInHistory = history.go.bind(history);
const steps: Promise<void>[] = [];
const stepEnds: (() => void)[] = [];
addEventListener("popstate", () => stepEnds.shift()?.());
history.go = (delta) => {
  steps.push(new Promise((resolve) => void stepEnds.push(resolve)));
  goInHistory(delta);
};
history.back = () => history.go(-1);

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
  // jsdom goes back in the history in a later task, which must not run during the next test. One step back may cause
  // another one.
  for (let step = steps.shift(); step; step = steps.shift()) await step;
  await vi.waitUntil(() => !isProgrammaticBack(), 3000);
  // A dialog that was still open goes back a moment later, unless the entry is no longer its own.
  history.replaceState(null, "");
  const toast = toasts.current();
  if (toast) dismissToast(toast.id);
  // Leave nothing on the page for the next test, which may be in a different file.
  document.body.replaceChildren();
  for (const name of document.body.getAttributeNames()) document.body.removeAttribute(name);
  vi.useRealTimers();
  Object.assign(globalThis, frameFunctions);
  vi.unstubAllGlobals();
  failOnUnexpectedErrors();
});

// A test file must not end while a section is still loading. Loading would then fail, and the next file would get the
// failed module.
afterAll(() => vi.dynamicImportSettled());
