import type { HomeData } from "../../../data/home/queries.ts";

type Settings = HomeData["settings"];

const NETWORKS = [
  {
    key: "facebookUrl",
    name: "Facebook",
    icon: "M14 22v-8h3l.5-4H14V7.7c0-1.1.4-1.9 2-1.9h1.7V2.3a22 22 0 0 0-2.500-.1C12.600 2.200 10.800 3.800 10.800 7.200V10H7.900v4h2.900v8Z",
  },
  {
    key: "instagramUrl",
    name: "Instagram",
    icon: "M7.500 2h9A5.500 5.500 0 0 1 22 7.500v9a5.500 5.500 0 0 1-5.500 5.500h-9A5.500 5.500 0 0 1 2 16.500v-9A5.500 5.500 0 0 1 7.500 2Zm0 2A3.500 3.500 0 0 0 4 7.500v9A3.500 3.500 0 0 0 7.500 20h9a3.500 3.500 0 0 0 3.500-3.500v-9A3.500 3.500 0 0 0 16.500 4ZM12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10Zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6Zm5.300-3.500a1.200 1.200 0 1 1 0 2.400 1.200 1.200 0 0 1 0-2.400Z",
  },
  {
    key: "xUrl",
    name: "X",
    icon: "M3 3h5.200l4.300 6L17.500 3H20l-6.400 7.600L21 21h-5.200l-4.700-6.500L5.600 21H3l7-8.200Zm3.400 1.800 10.300 14.400h1.200L7.700 4.800Z",
  },
  {
    key: "youtubeUrl",
    name: "YouTube",
    icon: "M21.600 7.200a2.500 2.500 0 0 0-1.800-1.800C18.200 5 12 5 12 5s-6.200 0-7.800.4a2.500 2.500 0 0 0-1.800 1.800A26 26 0 0 0 2 12a26 26 0 0 0 .4 4.800 2.500 2.500 0 0 0 1.800 1.800C5.800 19 12 19 12 19s6.200 0 7.800-.4a2.500 2.500 0 0 0 1.800-1.800A26 26 0 0 0 22 12a26 26 0 0 0-.4-4.800ZM10 15V9l5.200 3Z",
  },
] as const satisfies readonly { key: keyof Settings; name: string; icon: string }[];

/** The organisation's own pages; a network it is not on has no link. */
export const SocialLinks = ({ settings }: { readonly settings: Settings | undefined }) => {
  const links = NETWORKS.flatMap((network) => {
    const href = settings?.[network.key];
    return href?.startsWith("https://") ? [{ ...network, href }] : [];
  });
  return (
    links.length > 0 && (
      <ul className="mt-5 flex gap-2">
        {links.map(({ name, href, icon }) => (
          <li key={name}>
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`${name} (opens in a new tab)`}
              className="grid size-11 place-items-center rounded-full border border-white/25 hover:bg-white/10"
            >
              <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 fill-current">
                <path d={icon} />
              </svg>
            </a>
          </li>
        ))}
      </ul>
    )
  );
};
