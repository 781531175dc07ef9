// Package propertyreport writes the value of a home as a lender's report on A4, for paper and for sending on: who asked,
// value, band, reasons, evidence, market, accuracy, standards, photos, map. It loads nothing from any network.
//
// It is HTML that browsers print, with tagged text and page numbers. Writers of PDF in pure Go (go-pdf/fpdf 0.12,
// signintech/gopdf 0.33) have no tagged text, and would need each block laid out a second time.
package propertyreport

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/worksheet"
)

// Report is the content of a report.
type Report struct {
	Case
	Order    Order
	Language words.Language
	Made     gevel.Date       // the day on which it is made
	MadeBy   string           // program and version
	Photos   []Photo          // photos after the first MostPhotos are left out
	Sheet    *worksheet.Sheet // of an appraiser; nil without one
	Request  string           // a mark of what the caller said of the home, which the file keeps
}

// Photo is a picture of the home: JPEG, PNG or WebP.
type Photo struct {
	Picture []byte
	Source  string // who made it
	Taken   gevel.Date
}

// MostPhotos is the most photos in a report.
const MostPhotos = 4

//go:embed report.html
var text string

var page = template.Must(template.New("report").Parse(text))

// Write writes the report as HTML. It fails if a photo is no picture.
func Write(w io.Writer, r Report) error {
	v, err := viewOf(r)
	if err != nil {
		return err
	}
	return page.Execute(w, v)
}

// view is the content of the page, with every text in the reader's language.
type view struct {
	Language        string
	Request         string
	Words           words.PropertyReport
	Order           [][2]string
	Value, PerMetre string
	Rounded         string
	Date            string
	Made, MadeBy    string
	Why             *present.Why
	Band            band
	Photos          []photoView
	Steps           []stepRow
	Approaches      [][3]string
	Sold            []soldView // the references
	Grid            []gridRow
	OwnSale         string
	Worksheet       *worksheetView
	Trend           *trendView
	Tested          []accuracyRow
	TestedFrom      string
	Map             *mapView
	Sources         [][2]string
	Standards       []string
	Edition, Model  string
	SalesUntil      string
}

type photoView struct {
	URL     template.URL
	Caption string
}

type soldView struct {
	Number        int
	Street, Place string
}

func viewOf(r Report) (view, error) {
	e, l := r.Explanation, r.Language
	why := present.NewWhy(e, r.Overrides, l)
	v, text := e.Valuation, l.PropertyReport()
	value := rounded(v.Weighted, step(why.Interval.Most))
	var surface *int
	if known := e.Home.UseSurface; known.Known {
		surface = &known.V
	}
	out := view{
		Language: string(l), Request: r.Request, Words: text, Order: orderRows(r), Value: l.Euros(value),
		Rounded: l.Rounded(v.Weighted), PerMetre: l.PerMetre(value, surface), Date: l.Date(v.Date), Made: l.Date(r.Made), MadeBy: r.MadeBy,
		Why: &why, Band: bandOf(&why, l), Steps: stepRows(&why, l), Grid: gridOf(&why, surface, l),
		Worksheet: worksheetOf(&r, &why), Trend: trendOf(&r.Case, l), Map: mapOf(&r.Case),
		Tested: accuracyRows(&r.Case, l), Sources: sourceRows(&r.Case, l), Standards: l.StandardsMet(v, r.Sales),
		Edition: v.Edition, Model: v.Model, SalesUntil: l.Date(v.SalesUntil),
	}
	if r.Accuracy != nil {
		out.TestedFrom = l.TestedFrom(r.Accuracy.From, r.Accuracy.Until)
	}
	for _, a := range why.Approaches {
		indication := unknown
		if a.Indication != nil {
			indication = l.Euros(*a.Indication)
		}
		out.Approaches = append(out.Approaches, [3]string{a.Label, indication, l.Number(100*a.Weight, 0) + " %"})
	}
	for i, c := range why.References {
		sold := soldView{Number: i + 1}
		sold.Street, sold.Place, _ = strings.Cut(c.Name(text.NotKnown), ", ")
		out.Sold = append(out.Sold, sold)
	}
	if own := why.OwnSale; own != nil {
		out.OwnSale = fmt.Sprintf("%s, %s; %s: %s; %s: %s", l.Euros(own.Price), l.Date(own.Date),
			strings.ToLower(text.Indexed), l.Euros(own.IndexedPrice), strings.ToLower(text.Adjusted), l.Euros(own.Adjusted))
	}
	var err error
	out.Photos, err = photoViews(r.Photos[:min(len(r.Photos), MostPhotos)], l)
	return out, err
}

// orderRows are the lines above the value.
func orderRows(r Report) (rows [][2]string) {
	text := r.Language.PropertyReport()
	for _, row := range [][2]string{
		{text.Client, string(r.Order.Client)},
		{text.Purpose, string(r.Order.Purpose)},
		{text.Reference, string(r.Order.Reference)},
		{text.ValuationDate, r.Language.Date(r.Explanation.Valuation.Date)},
		{text.MadeOn, r.Language.Date(r.Made)},
		{text.Issuer, string(r.Order.Issuer)},
	} {
		if row[1] != "" {
			rows = append(rows, row)
		}
	}
	return rows
}

// unknown is shown for an unknown value.
const unknown = "–"

// pictures are the media types that a browser shows and that contain no program.
var pictures = []string{"image/jpeg", "image/png", "image/webp"}

func photoViews(photos []Photo, l words.Language) ([]photoView, error) {
	var list []photoView
	for i, p := range photos {
		media := http.DetectContentType(p.Picture)
		if !slices.Contains(pictures, media) {
			return nil, &gevel.Error{Code: gevel.Internal, Message: fmt.Sprintf("photo %d is no picture but %s", i+1, media)}
		}
		caption := l.Date(p.Taken)
		if p.Source != "" {
			caption = p.Source + ", " + caption
		}
		list = append(list, photoView{template.URL("data:" + media + ";base64," + base64.StdEncoding.EncodeToString(p.Picture)), caption})
	}
	return list, nil
}
