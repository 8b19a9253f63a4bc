import { useId, useState } from "react";
import { useTemplatePreview, type TemplateText } from "#data/email-templates/resource.ts";
import { cx } from "#ui/class-names.ts";
import { ChoiceGroup, type Choice } from "#ui/fields/choice-group.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { RetryNotice } from "#ui/messages/retry-notice.tsx";
import { Loading, Skeleton } from "#ui/states.tsx";

/** Makes links open in a new tab, because they would otherwise replace the preview. */
const openLinksInNewTab = (html: string): string =>
  html.replace("<head>", () => '<head>\n<base target="_blank">');

const PHONE_WIDTH = 360;
/** Widths in pixels of a small phone and of an email program's window. */
const WIDTHS: readonly Choice<number>[] = [
  { value: PHONE_WIDTH, label: "Phone" },
  { value: 640, label: "Computer" },
];

type Theme = "light" | "dark";
const THEMES: readonly Choice<Theme>[] = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** Makes the email use one theme, regardless of which theme this device prefers. */
const applyTheme = (html: string, theme: Theme): string =>
  html.replace("(prefers-color-scheme: dark)", theme === "dark" ? "all" : "not all");

/** Shows the email as phones and computers do. The sandboxed frame runs no scripts and has its own origin. */
const EmailFrame = ({ html }: { readonly html: string }) => {
  const id = useId();
  const [width, setWidth] = useState(PHONE_WIDTH);
  const [theme, setTheme] = useState<Theme>("light");
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-3">
        <ChoiceGroup
          legend="Preview width"
          hideLegend
          name={`${id}-width`}
          look="segments"
          choices={WIDTHS}
          value={width}
          onValue={setWidth}
        />
        <ChoiceGroup
          legend="Preview colors"
          hideLegend
          name={`${id}-theme`}
          look="segments"
          choices={THEMES}
          value={theme}
          onValue={setTheme}
        />
      </div>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll this box
        tabIndex={0}
        aria-label="Email"
        className="mt-3 overflow-x-auto"
      >
        <iframe
          title="Preview of the email"
          sandbox=""
          srcDoc={openLinksInNewTab(applyTheme(html, theme))}
          style={{ width }}
          className={cx(
            "border-base-300 rounded-box mx-auto box-content block h-[36rem] border bg-white",
            width === PHONE_WIDTH && "max-w-[calc(100%-2px)]",
          )}
        />
      </section>
    </>
  );
};

/** Shows the email with sample data. The server renders and sanitizes it just as it does before sending. */
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
          <EmailFrame html={html} />
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
