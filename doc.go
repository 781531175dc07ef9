// Package gevel is the vocabulary of a home valuation and property image service for the Netherlands.
//
// A dwelling stands at one or more addresses. Sales are what was once paid for dwellings. A valuation says what a
// subject, the dwelling asked about, would sell for on a valuation date, how sure that is, and which three
// comparable sales show it.
//
// This package holds the nouns only, one a file, and imports nothing but the standard library. Packages below
// internal/ do the work: build makes an edition from registers and sales, api serves it.
package gevel
