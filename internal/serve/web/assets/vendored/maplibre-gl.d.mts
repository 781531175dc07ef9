// For the type checker: the vendored file is that of the package.
export * from 'maplibre-gl';
