import Plus from "lucide-react/icons/plus";
import { useRef, useState } from "react";
import { financialReportEndpoints } from "#contracts/financial-reports.ts";
import { financialReports } from "../../../../../data/financial-reports/resource.ts";
import { useRecords } from "../../../../../data/resource.ts";
import { CardList } from "../../../../../kit/card-list.tsx";
import { useListAddress } from "../../../../../kit/use-list-address.ts";
import { Button } from "../../../../../ui/button.tsx";
import { ReportCard } from "./report-card.tsx";
import { ReportUpload } from "./report-upload.tsx";

const PAGE_SIZE = 20;
const { sorts } = financialReportEndpoints.listReports.list;
const ORDERS = {
  "-createdAt": "Newest first",
  createdAt: "Oldest first",
  filename: "File name",
  "-filename": "File name, descending",
};
const FILTERS = [
  {
    name: "published",
    label: "State",
    options: { true: "Published", false: "Unpublished" },
  },
];

/** The financial reports, and a form for another one. */
export const Reports = () => {
  const list = useListAddress({ sorts, filters: ["published"], pageSize: PAGE_SIZE });
  const query = useRecords(financialReports, list.query);
  const [isAdding, setAdding] = useState(false);
  const cards = useRef<HTMLDivElement>(null);
  const focusList = () => cards.current?.focus();
  const close = () => {
    setAdding(false);
    focusList();
  };
  return (
    <>
      {isAdding ? (
        <section aria-label="Upload a report" className="mb-6">
          <ReportUpload onDone={close} />
        </section>
      ) : (
        <Button className="mb-6" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" size={18} />
          Add financial report
        </Button>
      )}
      <CardList
        ref={cards}
        caption="financial reports"
        orders={ORDERS}
        filters={FILTERS}
        list={list}
        query={query}
        loading="Loading financial reports..."
        empty="No financial reports yet"
        renderCard={(report) => <ReportCard report={report} onDeleted={focusList} />}
      />
    </>
  );
};
