// For the type checker: the vendored file is that of the package, as a module.
export { default } from 'uplot';
