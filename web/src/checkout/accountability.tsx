import { useAccountability } from "../data/accountability/queries.ts";

/** Shows seals from charity evaluators and the newest report. Renders nothing if there are neither. */
export const Accountability = () => {
  const { seals = [], latestReport } = useAccountability().data ?? {};
  if (seals.length === 0 && !latestReport) return null;
  return (
    <section aria-label="Accountability" className="mt-4 grid gap-2 text-[0.8125rem]">
      {seals.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {seals.map(({ name, pageUrl, imageUrl }) => (
            <li key={name}>
              {/* Seals are designed for a white background. */}
              <a
                href={pageUrl}
                target="_blank"
                rel="noopener"
                className="border-base-300 text-neutral flex min-h-11 items-center gap-2 rounded-lg border bg-white py-1 pr-3 pl-1 font-semibold hover:underline"
              >
                <img src={imageUrl} alt="" className="h-9 w-auto max-w-24 rounded" />
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
      {latestReport && (
        <a href={latestReport.fileUrl} target="_blank" rel="noopener" className="link w-fit py-1">
          <span className="line-clamp-2">{latestReport.description}</span>
        </a>
      )}
    </section>
  );
};
