// The desk's few icons, drawn in the colour of the text beside them.

function Icon({ path, isTurned = false }: { path: string; isTurned?: boolean }) {
  return (
    <svg class={isTurned ? 'icon turned' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

export const InboxIcon = () => <Icon path="M4 13h4l2 3h4l2-3h4M4 13v5h16v-5M4 13l3-8h10l3 8" />;
export const TeamIcon = () => (
  <Icon path="M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6m-6 8c0-3 3-5 6-5s6 2 6 5M16 5.5a3 3 0 0 1 0 5.500M17.500 14c2 .6 3.500 2.400 3.500 5" />
);
export const AgentsIcon = () => (
  <Icon path="M12 4v3M6 7h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2m3 5v1m6-1v1m-6 3h6" />
);
export const SitesIcon = () => <Icon path="M4 5h16v14H4zM4 9h16M7 7v.01m3-.01v.01M8 13h5m-5 3h8" />;
export const NumbersIcon = () => <Icon path="M4 20h16M7 17v-5m5 5V6m5 11v-8" />;
export const PrivacyIcon = () => (
  <Icon path="M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zm-3 9 2 2 4-4" />
);
export const KnowledgeIcon = () => (
  <Icon path="M12 7c-2-1.500-5-2-8-2v13c3 0 6 .5 8 2 2-1.500 5-2 8-2V5c-3 0-6 .5-8 2m0 0v13" />
);
export const MoreIcon = () => <Icon path="M4 7h16M4 12h16M4 17h16" />;
export const FilterIcon = () => <Icon path="M4 7h9m4 0h3M4 17h3m4 0h9M15 5v4M9 15v4" />;
export const SearchIcon = () => <Icon path="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14m5-2 5 5" />;
export const ClipIcon = () => (
  <Icon path="M8 13l6-6a3 3 0 0 1 4.200 4.200l-8 8a4.600 4.600 0 0 1-6.500-6.500l7-7" />
);
export const BackIcon = () => <Icon path="M15 5l-7 7 7 7" />;
export const AlertIcon = () => <Icon path="M12 4l9 16H3zm0 6v5m0 2.500v.01" />;
export const InfoIcon = () => <Icon path="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18m0-10v6m0-9v.5" />;
export const ToolIcon = () => (
  <Icon path="M14.500 6a4 4 0 0 0 4.800 5.400L11 19.700a2.400 2.400 0 0 1-3.400-3.400L15.900 8M14.500 6l3 3" />
);
/** A thumb that points up; turned around it points down. */
export const ThumbIcon = ({ isDown }: { isDown: boolean }) => (
  <Icon
    path="M8 11.500L11.500 4.500a2.200 2.200 0 0 1 2.200 2.600L13 10h5a1.800 1.800 0 0 1 1.800 2.200l-1.100 5.600a1.800 1.800 0 0 1-1.800 1.500H8zM8 11.500H4.500v7.800H8"
    isTurned={isDown}
  />
);
export const LeaveIcon = () => <Icon path="M10 4H5v16h5m4-12 4 4-4 4m4-4H9" />;
