import Share2 from "lucide-react/icons/share-2";
import { siteUrl } from "../../../lib/site-url.ts";
import { paths, type BlogPostLink } from "../../../lib/paths.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";

const wasDismissed = (error: unknown) => error instanceof Error && error.name === "AbortError";

const share = async (post: BlogPostLink): Promise<void> => {
  const url = `${siteUrl() || location.origin}${paths.blogPost(post)}`;
  try {
    if ("share" in navigator) {
      await navigator.share({ title: post.title, url });
      return;
    }
    await (navigator as Navigator).clipboard.writeText(url);
    // The documents name an alert (P§2).
    alert("Link copied to clipboard!");
  } catch (error) {
    if (!wasDismissed(error)) showToast({ title: "Here is the link", description: url });
  }
};

/** The device's own sharing where it has one, else the link in the clipboard. */
export const ShareButton = ({ post }: { readonly post: BlogPostLink }) => (
  <Button look="outline" onClick={() => void share(post)}>
    <Share2 aria-hidden="true" size={18} />
    Share
  </Button>
);
