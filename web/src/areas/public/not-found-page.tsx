import { Link } from "react-router-dom";
import { addFallbacks, useHome } from "#data/home/queries.ts";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/button.tsx";
import lostParcel from "./art/lost-parcel.webp";
import { PageHead } from "./discovery/page-head.tsx";
import { NewsSearch } from "./news/news-search.tsx";
import { PublicLayout } from "./public-layout.tsx";

/** CDNs serve this page for unknown URLs, so everything on it must work before hydration. */
const NotFoundPage = () => {
  const { email } = addFallbacks(useHome().data?.contactInfo);
  return (
    <PublicLayout>
      <PageHead title="Page Not Found" />
      <div className="shell grid items-center gap-x-14 gap-y-6 py-8 sm:py-14 lg:grid-cols-2">
        <img
          src={lostParcel}
          width={1440}
          height={960}
          alt="A package and a small dog under a signpost at night, lit by a lantern"
          className="rounded-box aspect-3/2 w-full object-cover"
        />
        <div>
          <p className="eyebrow">404</p>
          <h1 className="font-display text-heading mt-2 font-semibold">Page Not Found</h1>
          <p className="text-lead mt-3 max-w-md">
            This page may have moved, or there may be a typo in its address.
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <LinkButton to={paths.home()}>Go to the home page</LinkButton>
            <LinkButton to={paths.donate()} variant="outline">
              Donate
            </LinkButton>
            <LinkButton to={paths.home("volunteer")} variant="outline">
              Volunteer
            </LinkButton>
          </div>
          <p className="quiet mt-8 mb-2">Looking for a story?</p>
          <NewsSearch search={undefined} />
          <p className="quiet mt-4 max-w-md">
            Or read{" "}
            <Link className="link" to={paths.news()}>
              {" "}
              all our news
            </Link>
            . If one of our links brought you here, please let us know:{" "}
            <a className="link wrap-anywhere" href={`mailto:${email}`}>
              {email}
            </a>
          </p>
        </div>
      </div>
    </PublicLayout>
  );
};

export default NotFoundPage;
