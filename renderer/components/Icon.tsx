/** 16 px line drawings; always beside words or under a label, never alone. */
const PATHS = {
  check: "M3 8.500l3.200 3.200L13 5",
  cross: "M4 4l8 8M12 4l-8 8",
  question: "M5.800 6a2.200 2.200 0 1 1 3.400 1.900C8.300 8.500 8 8.900 8 9.800M8 12.200v.1",
  bottleneck: "M3 3c0 3 4 3 4 5s-4 2-4 5M13 3c0 3-4 3-4 5s4 2 4 5",
  pulse: "M1.500 8h3l2-4 3 8 2-4h3",
  warning: "M8 2.500L14.500 13.500H1.500ZM8 6.500v3.200M8 11.600v.1",
  info: "M8 7.300v4M8 4.700v.1M8 1.800a6.200 6.200 0 1 0 0 12.400A6.200 6.200 0 0 0 8 1.800Z",
  plus: "M8 3v10M3 8h10",
  search: "M7 2.500a4.500 4.500 0 1 0 0 9a4.500 4.500 0 0 0 0-9M10.300 10.300l3.400 3.400",
  dots: "M3.500 8h.1M8 8h.1M12.500 8h.1",
  play: "M4.500 3v10l8-5Z",
  stop: "M4 4h8v8H4Z",
  pause: "M5.500 3.500v9M10.500 3.500v9",
  minus: "M3 8h10",
  flag: "M4 14.500V2.500h8l-2 3 2 3H4",
  skip: "M3.500 3.500v9L10 8ZM12.500 3.500v9",
  sun: "M8 5a3 3 0 1 0 0 6a3 3 0 0 0 0-6M8 1v1.500M8 13.500V15M1 8h1.500M13.500 8H15M3 3l1.100 1.100M11.900 11.900L13 13M13 3l-1.100 1.100M4.100 11.900L3 13",
  moon: "M13.500 9.700A6 6 0 0 1 6.300 2.500a6 6 0 1 0 7.200 7.200Z",
  system: "M2 3h12v8H2ZM6 14h4M8 11v3",
  keyboard: "M1.500 4h13v8h-13ZM4 6.500h.1M6.700 6.500h.1M9.300 6.500h.1M12 6.500h.1M5 9.500h6",
  document: "M4 1.800h5.500L12.500 5v9.200H4ZM9.500 1.800V5h3M6 8.200h4.500M6 11h4.500",
  book: "M8 4.200C6.500 3 4.500 2.600 2 2.600v9.800c2.500 0 4.500.4 6 1.600c1.500-1.200 3.500-1.600 6-1.600V2.600c-2.500 0-4.500.4-6 1.600ZM8 4.200v9.800",
  flask: "M6 2h4M6.700 2v4.200L3 12.800c-.4.700.1 1.400.8 1.400h8.400c.7 0 1.200-.7.8-1.400L9.300 6.200V2M5 10h6",
  trash: "M2.500 4h11M6 4V2.500h4V4M4 4l.7 9.500h6.600L12 4M6.700 7v4M9.300 7v4",
  arrow: "M3 8h10M9 4l4 4-4 4",
  save: "M8 2.500v7.500M4.800 7L8 10.200L11.200 7M2.500 13.500h11",
} as const;

export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
