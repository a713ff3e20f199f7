// The door of the apps room.

export { hostContext } from './context.ts';
export { type AppFrame, type FramePorts, openAppFrame } from './frame.ts';
export { type App, type AppHint, readApp, readHint } from './read-app.ts';
