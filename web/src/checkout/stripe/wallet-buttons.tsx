import { ExpressCheckoutElement } from "@stripe/react-stripe-js";
import type { StripeExpressCheckoutElementOptions } from "@stripe/stripe-js";
import { useState } from "react";
import { cx } from "#ui/class-names.ts";

/** The donor has already given name and email, so the wallet doesn't ask for anything. */
const OPTIONS: StripeExpressCheckoutElementOptions = {
  buttonType: { applePay: "donate", googlePay: "donate", paypal: "pay" },
  buttonHeight: 48,
  layout: { maxColumns: 2, overflow: "never" },
};

/** Apple Pay, Google Pay and other wallets, if this device has them; otherwise nothing is shown. */
export const WalletButtons = ({ onConfirm }: { readonly onConfirm: () => void }) => {
  const [hasWallets, setHasWallets] = useState(false);
  return (
    // Stripe can detect the device's wallets only while the element is on the page.
    <div className={cx("overflow-hidden", !hasWallets && "invisible h-0")}>
      <ExpressCheckoutElement
        options={OPTIONS}
        onReady={({ availablePaymentMethods }) =>
          setHasWallets(Object.values(availablePaymentMethods ?? {}).some(Boolean))
        }
        onConfirm={onConfirm}
      />
      <p className="quiet my-4 text-center text-sm">Or pay another way</p>
    </div>
  );
};
