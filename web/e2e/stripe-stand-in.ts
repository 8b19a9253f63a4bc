import type { Page, Route } from "playwright-core";
import { openCheckout } from "../../supabase/tests/contract/checkout.ts";

// The next four functions replace js.stripe.com in these tests. A plain form takes the place of Stripe's frame and
// confirms payments at api.stripe.com as Stripe.js does. The page runs their source, so they can use only each other.

function createPaymentElement() {
  const autocompleteByLabel = {
    "Card number": "cc-number",
    Expiry: "cc-exp",
    "Security code": "cc-csc",
  };
  const handlers = new Map<string, (event: object) => void>();
  const form = document.createElement("div");
  for (const [label, autocomplete] of Object.entries(autocompleteByLabel)) {
    const labelElement = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { inputMode: "numeric" });
    input.setAttribute("autocomplete", autocomplete);
    input.style.cssText = "display:block;width:100%;padding:10px;font-size:16px;margin:2px 0 10px";
    labelElement.append(label, input);
    form.append(labelElement);
  }
  const readValue = (index: number) => form.querySelectorAll("input")[index]?.value ?? "";
  return {
    readValue,
    on: (name: string, handler: (event: object) => void) => handlers.set(name, handler),
    off: (name: string) => handlers.delete(name),
    mount: (parent: HTMLElement) => {
      parent.append(form);
      setTimeout(() => handlers.get("ready")?.({ elementType: "payment" }));
    },
    clear: () => {
      for (const input of form.querySelectorAll("input")) input.value = "";
    },
    unmount: () => form.remove(),
    destroy: () => form.remove(),
    update: () => undefined,
  };
}

/**
 * Creates an element with a plain button that pays as the wallet's donor. On a device without a wallet, the element
 * stays empty.
 */
function createExpressCheckoutElement(walletDonor?: object) {
  const handlers = new Map<string, (event: object) => void>();
  const button = document.createElement("button");
  Object.assign(button, { type: "button", textContent: "Donate with Google Pay" });
  const confirm = () =>
    handlers.get("confirm")?.({
      billingDetails: walletDonor,
      paymentFailed: () => (button.disabled = true),
    });
  button.addEventListener("click", () =>
    handlers.get("click")?.({ resolve: confirm, reject: () => undefined }),
  );
  return {
    on: (name: string, handler: (event: object) => void) => handlers.set(name, handler),
    off: (name: string) => handlers.delete(name),
    mount: (parent: HTMLElement) => {
      if (walletDonor) parent.append(button);
      const availablePaymentMethods = walletDonor && { googlePay: true };
      const event = { elementType: "expressCheckout", availablePaymentMethods };
      setTimeout(() => handlers.get("ready")?.(event));
    },
    unmount: () => button.remove(),
    destroy: () => button.remove(),
    update: () => undefined,
  };
}

interface Elements {
  readonly options: { readonly clientSecret?: string };
  element?: ReturnType<typeof createPaymentElement>;
}

interface Confirmation {
  readonly elements: Elements;
  /** Set only for a payment with a wallet, because a wallet's elements are created before the intent. */
  readonly clientSecret?: string;
  readonly confirmParams: { readonly payment_method_data?: { readonly billing_details: object } };
}

async function confirmPayment(key: string, confirmation: Confirmation) {
  const {
    elements,
    confirmParams,
    clientSecret = elements.options.clientSecret ?? "",
  } = confirmation;
  const walletCard = ["4242424242424242", "1231", "123"];
  const [number = "", expiry = "", cvc = ""] = [0, 1, 2].map((index) =>
    confirmation.clientSecret ? walletCard[index] : elements.element?.readValue(index),
  );
  if (!number || !expiry || !cvc) {
    return { error: { type: "validation_error", code: "incomplete_number" } };
  }
  const body = new URLSearchParams({
    key,
    client_secret: clientSecret,
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": number,
    "payment_method_data[card][exp_month]": expiry.slice(0, 2),
    "payment_method_data[card][exp_year]": expiry.slice(-2),
    "payment_method_data[card][cvc]": cvc,
  });
  const billingDetails = confirmParams.payment_method_data?.billing_details ?? {};
  for (const [name, text] of Object.entries(billingDetails)) {
    body.set(`payment_method_data[billing_details][${name}]`, String(text));
  }
  const [id] = clientSecret.split("_secret_");
  const url = `https://api.stripe.com/v1/payment_intents/${id}/confirm`;
  const response = await fetch(url, { method: "POST", body }).catch(() => undefined);
  if (!response) return { error: { type: "api_connection_error" } };
  const result = (await response.json()) as { error?: object };
  return result.error ? { error: result.error } : { paymentIntent: result };
}

function installStripe(walletDonor?: object): void {
  const Stripe = (key: string) => ({
    elements: (options: { clientSecret?: string }) => {
      const elements: Elements & Record<string, unknown> = {
        options,
        create: (type: string) =>
          type === "expressCheckout"
            ? createExpressCheckoutElement(walletDonor)
            : (elements.element = createPaymentElement()),
        getElement: () => elements.element ?? null,
        submit: async () => ({}),
        update: () => undefined,
      };
      return elements;
    },
    confirmPayment: (confirmation: Confirmation) => confirmPayment(key, confirmation),
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: () => undefined,
  });
  Object.assign(window, { Stripe });
}

const buildStripeScript = (walletDonor?: object) => `(() => {
${[createPaymentElement, createExpressCheckoutElement, confirmPayment, installStripe].join("\n")}
installStripe(${JSON.stringify(walletDonor)});
})();`;

/** Starts the payment functions in Stripe mode on the stack's database, with the Stripe double in place of Stripe. */
export async function openStripeSite() {
  const site = await openCheckout(["payments", "stripe-webhook"]);
  const paymentsUrl = site.urls["payments"] ?? "";

  const forwardRequest = async (route: Route, url: string) => {
    const response = await route.fetch({ url });
    await route.fulfill({ response });
  };

  return {
    stripe: site.stripe,
    stop: site.stop,
    paymentsUrl,
    /**
     * Routes the page's payments to the payment functions and the Stripe double, so that no request leaves this
     * machine. The device has a wallet if `walletDonor` is set.
     */
    routePayments: async (page: Page, walletDonor?: { name: string; email: string }) => {
      for (const endpoint of [
        "checkout",
        "create-payment-intent",
        "create-donation",
        "recurring-donations",
      ]) {
        await page.route(`**/api/${endpoint}`, (route) =>
          forwardRequest(route, `${paymentsUrl}/${endpoint}`),
        );
      }
      await page.route("https://js.stripe.com/**", (route) =>
        route.fulfill({ contentType: "text/javascript", body: buildStripeScript(walletDonor) }),
      );
      await page.route("https://api.stripe.com/**", async (route) => {
        const { pathname } = new URL(route.request().url());
        const response = await route.fetch({ url: `${site.stripe.url}${pathname}` });
        const headers = { ...response.headers(), "access-control-allow-origin": "*" };
        await route.fulfill({ response, headers });
      });
    },
  };
}
