import { paths } from "../../lib/paths.ts";
import { LinkButton } from "../../ui/button.tsx";
import { QuiltStar } from "./art/quilt-star.tsx";
import { PageHead } from "./discovery/page-head.tsx";
import { PublicLayout } from "./public-layout.tsx";

const NotFoundPage = () => {
  return (
    <PublicLayout>
      <PageHead title="Page Not Found" />
      <div className="shell band flex flex-col items-center text-center">
        <QuiltStar className="size-20" />
        <p className="eyebrow mt-6">404</p>
        <h1 className="font-display text-heading mt-2 font-semibold">Page Not Found</h1>
        <p className="quiet mt-3 max-w-md">
          This address leads nowhere. It may have been moved, or mistyped.
        </p>
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          <LinkButton to={paths.home()}>Go to the home page</LinkButton>
          <LinkButton to={paths.donate()} look="outline">
            Donate
          </LinkButton>
        </div>
      </div>
    </PublicLayout>
  );
};

export default NotFoundPage;
