import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { emailTemplateEndpoints } from "#contracts/email-templates.ts";
import { DEFAULT_TEMPLATES } from "#rules/built-in-templates.ts";
import { emailTemplates } from "#data/email-templates/resource.ts";
import { useRecords } from "#data/resource.ts";
import { CardList } from "#kit/card-list.tsx";
import { useListAddress } from "#kit/use-list-address.ts";
import { serverMessage } from "#lib/refusals.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/states.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { BuiltInMails, useBuiltInMails } from "./built-in-mails.tsx";
import { InitDefaults } from "./init-defaults.tsx";
import { TemplateCard } from "./template-card.tsx";
import { TemplateEditor, type EditedTemplate } from "./template-editor.tsx";

const PAGE_SIZE = 20;
const { sorts } = emailTemplateEndpoints.listEmailTemplates.list;
const ORDERS = { name: "Name (A to Z)", "-name": "Name (Z to A)" };

const reasonOf = (error: Error | null) => serverMessage(error) ?? error?.message ?? "";

/** Lists the custom templates and the emails that still use the built-in text. */
export const EmailTemplates = () => {
  const list = useListAddress({ sorts, pageSize: PAGE_SIZE });
  const query = useRecords(emailTemplates, list.query);
  const builtIn = useBuiltInMails();
  const [edited, setEdited] = useState<EditedTemplate | null>(null);
  const isEmpty = query.data?.rows.length === 0 && list.search === "" && list.page === 1;
  const areDefaultsMissing = DEFAULT_TEMPLATES.some((name) => builtIn?.includes(name));
  const actions = (
    <div className="flex flex-wrap justify-center gap-3">
      {(isEmpty || areDefaultsMissing) && <InitDefaults />}
      <Button onClick={() => setEdited({ record: null })}>
        <Plus aria-hidden="true" size={18} />
        Create Custom Template
      </Button>
    </div>
  );
  return (
    <section aria-labelledby="email-templates-title">
      <SectionHeading id="email-templates-title">Email Templates</SectionHeading>
      <p className="quiet mt-1 mb-5 max-w-3xl text-sm">
        The emails this site sends donors and volunteers automatically. A template replaces the
        built-in text for its type. Without one, the built-in text goes out.
      </p>
      {isEmpty ? (
        <EmptyState title="No email templates yet" action={actions}>
          Every email goes out with its built-in text until you rewrite it.
        </EmptyState>
      ) : (
        <CardList
          caption="email templates"
          orders={ORDERS}
          list={list}
          query={query}
          failed={`Error loading email templates: ${reasonOf(query.error)}`}
          empty="No email templates yet"
          listActions={query.data && actions}
          renderCard={(template) => (
            <TemplateCard template={template} onEdit={() => setEdited({ record: template })} />
          )}
        />
      )}
      {builtIn && builtIn.length > 0 && (
        <BuiltInMails names={builtIn} onRewrite={(of) => setEdited({ record: null, of })} />
      )}
      <TemplateEditor edited={edited} onDone={() => setEdited(null)} />
    </section>
  );
};
