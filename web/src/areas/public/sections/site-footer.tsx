import Mail from "lucide-react/icons/mail";
import MapPin from "lucide-react/icons/map-pin";
import Phone from "lucide-react/icons/phone";
import Star from "lucide-react/icons/star";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { useNow } from "#lib/time/now.ts";
import type { ContactInfo, HomeData } from "#data/home/queries.ts";
import { paths } from "#lib/paths.ts";
import { QuiltStar } from "../art/quilt-star.tsx";
import { SocialLinks } from "./social-links.tsx";

/** The links required by HOME-33 lead to sections of the home page. “All news” leads to the news page. */
const QUICK_LINKS = [
  { to: paths.home("about"), label: "About us" },
  { to: paths.whoWeAre(), label: "Who we are" },
  { to: paths.home("programs"), label: "Programs" },
  { to: paths.home("volunteer"), label: "Volunteer" },
  { to: paths.home("impact"), label: "Impact" },
  { to: paths.home("programs"), label: "News" },
  { to: paths.news(), label: "All news" },
] as const;

const GIVING_LINKS = [
  { to: paths.donate(), label: "Donate" },
  { to: paths.manageGift(), label: "Gifts and receipts" },
] as const;

const LEGAL_LINKS = [
  { to: paths.privacyPolicy(), label: "Privacy Policy" },
  { to: paths.termsOfService(), label: "Terms of Service" },
  { to: paths.financialReports(), label: "Financial Reports" },
] as const;

export interface SiteFooterProps {
  readonly contact: ContactInfo;
  readonly settings: HomeData["settings"] | undefined;
  readonly onAdminLogin: () => void;
}

const FooterTitle = ({ children }: { readonly children: string }) => (
  <h2 className="mb-1 text-sm font-bold tracking-wide text-[#dcb25c]">{children}</h2>
);

const LinkList = ({
  title,
  links,
}: {
  readonly title: string;
  readonly links: readonly { readonly to: string; readonly label: string }[];
}) => (
  <nav aria-label={title}>
    <FooterTitle>{title}</FooterTitle>
    <ul>
      {links.map(({ to, label }) => (
        <li key={label}>
          <Link to={to} className="inline-block py-1 hover:underline">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

const ContactLine = ({
  icon,
  children,
}: {
  readonly icon: ReactNode;
  readonly children: ReactNode;
}) => (
  <li className="flex items-start gap-2.5 py-1">
    <span className="mt-1 shrink-0 text-[#dcb25c]">{icon}</span>
    {children}
  </li>
);

export const SiteFooter = ({ contact, settings, onAdminLogin }: SiteFooterProps) => (
  <footer className="later [--tall:45rem] md:[--tall:25rem] border-t print:hidden border-white/10 bg-[#0f1a30] text-[#f2ebdc] dark:bg-[#0a1120]">
    <div className="shell grid grid-cols-2 gap-x-6 gap-y-6 pt-9 pb-5 lg:grid-cols-[1.7fr_1fr_1fr_1.5fr] lg:gap-10 lg:pt-14 lg:pb-8">
      <div className="max-lg:col-span-2">
        <Link to={paths.home()} className="inline-flex items-center gap-3">
          <QuiltStar className="size-11 shrink-0" />
          <span className="font-display text-xl font-semibold">{contact.organizationName}</span>
        </Link>
        <p className="mt-3 max-w-sm text-sm leading-relaxed opacity-85">
          A 501(c)(3) nonprofit. Tax ID (EIN) {contact.taxId}. Gifts are tax-deductible to the
          extent the law allows.
        </p>
        <SocialLinks settings={settings} />
      </div>
      <LinkList title="Quick links" links={QUICK_LINKS} />
      <div className="grid content-start gap-5">
        <LinkList title="Giving" links={GIVING_LINKS} />
        <LinkList title="Legal" links={LEGAL_LINKS} />
      </div>
      <div className="max-lg:col-span-2">
        <FooterTitle>Contact</FooterTitle>
        <ul>
          <ContactLine icon={<MapPin aria-hidden="true" size={17} />}>
            <address className="whitespace-pre-line not-italic">{contact.address}</address>
          </ContactLine>
          <ContactLine icon={<Phone aria-hidden="true" size={17} />}>
            <a href={`tel:${contact.phone.replace(/[^\d+]/g, "")}`} className="hover:underline">
              {contact.phone}
            </a>
          </ContactLine>
          <ContactLine icon={<Mail aria-hidden="true" size={17} />}>
            <a href={`mailto:${contact.email}`} className="wrap-anywhere hover:underline">
              {contact.email}
            </a>
          </ContactLine>
        </ul>
      </div>
    </div>
    <div className="shell">
      <div className="flex items-center justify-between gap-4 border-t border-white/10 py-3 text-sm lg:py-5">
        <p className="opacity-85">
          © {useNow().getUTCFullYear()} {contact.organizationName}
        </p>
        <button
          type="button"
          aria-label="Administrator login"
          aria-haspopup="dialog"
          onClick={onAdminLogin}
          className="grid size-9 cursor-pointer place-items-center rounded-full text-white/40 hover:text-white/80 focus-visible:text-white"
        >
          <Star aria-hidden="true" size={14} />
        </button>
      </div>
    </div>
  </footer>
);
