import { useTemplatePreview, type TemplateText } from "#data/email-templates/resource.ts";
import { Notice } from "#ui/messages/notice.tsx";
import { RetryNotice } from "#ui/messages/retry-notice.tsx";
import { Loading, Skeleton } from "#ui/states.tsx";

/** Makes links open in a new tab, because they would otherwise replace the preview. */
const openLinksInNewTab = (html: string): string =>
  html.replace("<head>", () => '<head>\n<base target="_blank">');

/**
 * Shows the email with sample data, rendered and sanitized by the server as for delivery. The sandboxed frame runs no
 * scripts and has its own origin.
 */
export const TemplatePreview = ({ template }: { readonly template: TemplateText }) => {
  const query = useTemplatePreview(template);
  if (query.isPending) {
    return (
      <Loading label="Loading the preview">
        <Skeleton className="h-96" />
      </Loading>
    );
  }
  if (query.isError) {
    return (
      <RetryNotice title="We couldn't load the preview" query={query}>
        Your text is still here.
      </RetryNotice>
    );
  }
  const { subject, html, problem } = query.data;
  return (
    <div aria-busy={query.isFetching || undefined}>
      {problem === null ? (
        <>
          <p className="break-words">
            <span className="quiet">Subject: </span>
            <strong>{subject}</strong>
          </p>
          <iframe
            title="Preview of the email"
            sandbox=""
            srcDoc={openLinksInNewTab(html)}
            className="border-base-300 rounded-box mt-3 h-[28rem] w-full border bg-white"
          />
          <p className="quiet mt-2 text-sm">Names, amounts and dates are sample data.</p>
        </>
      ) : (
        <Notice tone="info" title="This email can't be sent yet">
          {problem}
        </Notice>
      )}
    </div>
  );
};
