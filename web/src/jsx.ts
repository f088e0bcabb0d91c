// What JSX becomes in the bundle.
export { Fragment, h } from "preact";
