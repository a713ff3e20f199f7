// The sample site's pages, which are also what its agent knows.

export const SITE_TITLE = 'Harbour House';

export const ABILITIES = ['sample/find-page', 'sample/leave-message', 'sample/my-details'];

export const PAGES: readonly { slug: string; title: string; text: string }[] = [
  {
    slug: 'rooms',
    title: 'Rooms',
    text: 'Harbour House has twelve rooms. Six look onto the water. Every room has a desk, a kettle and windows that open.',
  },
  {
    slug: 'breakfast',
    title: 'Breakfast',
    text: 'Breakfast is served from 7:00 to 10:30, on Sundays until 11:30. It costs €14 and is free for children under six.',
  },
  {
    slug: 'arrival',
    title: 'Arrival and departure',
    text: 'You can check in from 15:00 and check out until 11:00. We keep your luggage before and after. The last tram from the station leaves at 0:40.',
  },
  {
    slug: 'cancelling',
    title: 'Cancelling',
    text: 'You can cancel free of charge until two days before arrival. After that we charge the first night.',
  },
];
