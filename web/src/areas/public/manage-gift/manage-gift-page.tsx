import { Suspense, type ReactElement, useSyncExternalStore } from "react";
import { Route, Routes, useLocation } from "react-router-dom";
import { useRequestDonorLink } from "#data/donor-links/mutations.ts";
import { lazyComponent } from "#lib/code/lazy-component.ts";
import { useDonorSession } from "#lib/session/donor-session.ts";
import { paths } from "#lib/paths.ts";
import { Notice } from "#ui/messages/notice.tsx";
import { Spinner } from "#ui/states.tsx";
import { CardPage } from "../mailed-link/card-page.tsx";
import { RequestLink } from "../mailed-link/request-link.tsx";
import { OpenLink } from "./open-link.tsx";

const subscribeToNothing = () => () => undefined;

/** Returns false during hydration: prerendered HTML doesn't know the visitor's URL. */
const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );

const MyDonationsPage = lazyComponent(() => import("./my-donations-page.tsx"));
const DocumentPage = lazyComponent(() => import("./document-page.tsx"));

const LinkRequestPage = ({ hasSessionEnded }: { readonly hasSessionEnded: boolean }) => (
  <CardPage
    title="Manage your gifts"
    intro="See what you've given, print receipts and annual statements, or change a monthly gift. You don't need a password: we'll send a link to the email address you used for your gift."
  >
    {hasSessionEnded && (
      <div className="mb-5">
        <Notice tone="info">
          For your security, access ends after an hour. Request a new link to continue.
        </Notice>
      </div>
    )}
    <RequestLink
      form={{ label: "Manage your gifts", draft: paths.manageGift() }}
      description="The email address your receipts go to."
      autoComplete="email"
      validity="24 hours"
      request={useRequestDonorLink()}
      logMessage="A link to a donor's gifts could not be requested"
    />
  </CardPage>
);

/**
 * Shows the donor's gifts during a session. Otherwise, shows the page that redeems an emailed link, or the form to
 * request a link.
 */
const ManageGiftPage = ({ notFound }: { readonly notFound: ReactElement }) => {
  const session = useDonorSession();
  const { hash } = useLocation();
  const token = useIsHydrated() ? new URLSearchParams(hash.slice(1)).get("token") : null;
  const activeSession = token || session.state !== "open" ? undefined : session;
  const linkPage = token ? (
    <OpenLink key={token} token={token} />
  ) : (
    <LinkRequestPage hasSessionEnded={session.state === "ended"} />
  );
  const documentPage = activeSession ? <DocumentPage {...activeSession} /> : linkPage;

  return (
    <Suspense fallback={<Spinner label="Loading your gifts" />}>
      <Routes>
        <Route index element={activeSession ? <MyDonationsPage {...activeSession} /> : linkPage} />
        <Route path="receipts/:donationId" element={documentPage} />
        <Route path="statements/:year" element={documentPage} />
        <Route path="*" element={notFound} />
      </Routes>
    </Suspense>
  );
};

export default ManageGiftPage;
