import { addFallbacks, useHome } from "#data/home/queries.ts";
import { siteUrl } from "#lib/site-url.ts";
import { toAbsoluteUrl, toScriptJson, type JsonLd } from "./json-ld.ts";

export const SHARE_IMAGE = {
  path: "/share.jpg",
  alt: "Three service members in a tent open a care package by lamplight",
  width: 1200,
  height: 630,
} as const;

export interface PageHeadProps {
  readonly title: string;
  /** Omitted on pages that shouldn't be indexed or shared. */
  readonly description?: string;
  /** The canonical path. Without it the page gets `noindex`. */
  readonly path?: string;
  readonly image?: { readonly pathOrUrl: string; readonly alt: string } | null;
  readonly publishedAt?: string;
  readonly jsonLd?: readonly JsonLd[];
}

/**
 * Sets the page's metadata. React hoists it into the head, reuses the prerendered tags and removes
 * them on navigation.
 */
export const PageHead = ({
  title,
  description,
  path,
  image,
  publishedAt,
  jsonLd,
}: PageHeadProps) => {
  const { organizationName } = addFallbacks(useHome().data?.contactInfo);
  const origin = siteUrl();
  const fullTitle = `${title} · ${organizationName}`;
  const url = path === undefined ? undefined : `${origin}${path}`;
  return (
    <>
      <title>{fullTitle}</title>
      {description && <meta name="description" content={description} />}
      {url === undefined && <meta name="robots" content="noindex" />}
      {url !== undefined && (
        <>
          {origin && <link rel="canonical" href={url} />}
          {origin && <meta property="og:url" content={url} />}
          <meta property="og:site_name" content={organizationName} />
          <meta property="og:type" content={publishedAt ? "article" : "website"} />
          <meta property="og:title" content={fullTitle} />
          {description && <meta property="og:description" content={description} />}
          <meta
            property="og:image"
            content={toAbsoluteUrl(origin, image?.pathOrUrl ?? SHARE_IMAGE.path)}
          />
          <meta property="og:image:alt" content={image ? image.alt || title : SHARE_IMAGE.alt} />
          {!image && <meta property="og:image:width" content={String(SHARE_IMAGE.width)} />}
          {!image && <meta property="og:image:height" content={String(SHARE_IMAGE.height)} />}
          {publishedAt && <meta property="article:published_time" content={publishedAt} />}
          <meta name="twitter:card" content="summary_large_image" />
          <meta name="twitter:title" content={fullTitle} />
          {description && <meta name="twitter:description" content={description} />}
          <meta
            name="twitter:image"
            content={toAbsoluteUrl(origin, image?.pathOrUrl ?? SHARE_IMAGE.path)}
          />
        </>
      )}
      {jsonLd?.map((item, index) => (
        <script
          // oxlint-disable-next-line react/no-array-index-key -- the items are never reordered
          key={index}
          type="application/ld+json"
          // oxlint-disable-next-line react/no-danger -- a data block; `<` is escaped in it
          dangerouslySetInnerHTML={{ __html: toScriptJson(item) }}
        />
      ))}
    </>
  );
};
