// Package knownlater attacks the rule that a valuation uses only sales known before its date, on whole models of towns: they
// take so long to train that their tests run beside those of package train.
package knownlater
