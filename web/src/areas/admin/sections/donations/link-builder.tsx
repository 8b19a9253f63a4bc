import Download from "lucide-react/icons/download";
import { useState } from "react";
import { renderSVG } from "uqr";
import { DONATION_SOURCE_PATTERN } from "#contracts/donation-source.ts";
import { useGivingTerms } from "#data/home/queries.ts";
import { readDollars } from "#kit/forms/form-number.tsx";
import { money } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { siteUrl } from "#lib/site-url.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { CheckField } from "#ui/fields/check-field.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";

interface LinkForm {
  readonly amount: string;
  readonly isMonthly: boolean;
  readonly source: string;
}

const EMPTY_FORM: LinkForm = { amount: "", isMonthly: false, source: "" };

/** Converts a name to a source: `Spring Gala` becomes `spring-gala`. */
const toSource = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-");

const findLinkErrors = (
  { amount, source }: LinkForm,
  { minDonation, maxDonation }: ReturnType<typeof useGivingTerms>,
) => {
  const dollars = Number(readDollars(amount));
  const isValidAmount =
    Number.isInteger(dollars) && dollars >= minDonation && dollars <= maxDonation;
  return {
    amount:
      amount.trim() !== "" && !isValidAmount
        ? `Enter whole dollars from ${money(minDonation)} to ${money(maxDonation)}, or leave it blank.`
        : undefined,
    source:
      source.trim() !== "" && !DONATION_SOURCE_PATTERN.test(toSource(source))
        ? "Use letters, digits and hyphens, up to 40 characters."
        : undefined,
  };
};

const buildLink = ({ amount, isMonthly, source }: LinkForm): string => {
  const choices = [
    amount.trim() !== "" && `amount=${readDollars(amount)}`,
    isMonthly && "monthly",
    source.trim() !== "" && `source=${toSource(source)}`,
  ].filter(Boolean);
  const url = `${siteUrl() || location.origin}${paths.donate()}`;
  return choices.length > 0 ? `${url}?${choices.join("&")}` : url;
};

const QrCode = ({ link, source }: { readonly link: string; readonly source: string }) => {
  const svg = renderSVG(link, { ecc: "M", border: 4, pixelSize: 1 });
  const url = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return (
    <div className="flex flex-wrap items-center gap-5">
      <img
        src={url}
        alt={`QR code for ${link}`}
        width={176}
        height={176}
        className="rounded-xl bg-white"
      />
      <a
        className="btn btn-outline btn-sm font-semibold"
        href={url}
        download={`donate${source && `-${source}`}.svg`}
      >
        <Download aria-hidden="true" size={16} />
        Download the QR code
      </a>
    </div>
  );
};

const CopyableText = ({
  label,
  text,
}: {
  readonly label: "Link" | "HTML";
  readonly text: string;
}) => (
  <div>
    <h3 className="text-sm font-semibold">{label}</h3>
    <p className="bg-base-200 rounded-field mt-1 mb-2 px-3 py-2 font-mono text-sm wrap-anywhere">
      {text}
    </p>
    <CopyButton text={text} label={label === "Link" ? "Copy link" : "Copy HTML"} />
  </div>
);

/**
 * Builds a link to the donation page with an amount, a frequency and a source, and shows it as text, a QR code and
 * HTML.
 */
export const LinkBuilder = () => {
  const [form, setForm] = useState(EMPTY_FORM);
  const errors = findLinkErrors(form, useGivingTerms());
  const link = buildLink(form);
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="link-builder-title">
      <SectionHeading id="link-builder-title">Make a donation link</SectionHeading>
      <p className="quiet mt-1 mb-4">
        Put it in a newsletter, on a flyer or on a partner's site. The donation page opens with your
        choices, and donors can still change them.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Amount"
          required={false}
          leading="$"
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          value={form.amount}
          error={errors.amount}
          onValue={(amount) => setForm({ ...form, amount })}
        />
        <TextField
          label="Source"
          required={false}
          description="Where you'll put the link, such as newsletter or spring-gala. You'll see its donations below."
          autoComplete="off"
          maxLength={40}
          value={form.source}
          error={errors.source}
          onValue={(source) => setForm({ ...form, source })}
          onBlur={() => setForm({ ...form, source: toSource(form.source) })}
        />
        <CheckField
          label="Monthly"
          checked={form.isMonthly}
          onValue={(isMonthly) => setForm({ ...form, isMonthly })}
        />
      </div>
      {errors.amount || errors.source ? (
        <p className="quiet mt-5">Fix the field above to see the link.</p>
      ) : (
        <div className="mt-5 grid gap-5">
          <CopyableText label="Link" text={link} />
          <CopyableText
            label="HTML"
            text={`<a href="${link.replaceAll("&", "&amp;")}">Send a care package</a>`}
          />
          <QrCode link={link} source={toSource(form.source)} />
        </div>
      )}
    </section>
  );
};
