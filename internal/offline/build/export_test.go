package build

// SalesSources returns the sales files of a build file as they are read.
var SalesSources = (*Config).salesSources
