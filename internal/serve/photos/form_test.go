package photos

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

func TestANameSaysTheForm(t *testing.T) {
	const id = "0518200000001234-0123456789abcdef0123456789abcdef"
	forms := map[string]Form{}
	for _, width := range append([]int{0}, Widths...) {
		for _, format := range append([]string{""}, Formats...) {
			forms[Form{width, format}.Name(id)] = Form{width, format}
		}
	}
	if len(forms) != (1+len(Widths))*(1+len(Formats)) {
		t.Fatalf("forms share names: %v", forms)
	}
	for name, want := range forms {
		if got, form := formOf(name); got != id || form != want {
			t.Errorf("%s is %+v of %s, want %+v", name, form, got, want)
		}
	}
	for _, wrong := range []string{"-w321", "-w0320", "-w", "-webp-w320", "-w320-w640", "-webp-jpeg", "-gif", "-WEBP"} {
		if got, _ := formOf(id + wrong); got == id {
			t.Errorf("%s is a form", wrong)
		}
	}
}

func FuzzForm(f *testing.F) {
	f.Add("0518200000001234-0123-w640-webp")
	f.Add("-webp")
	f.Add("-w320-w320")
	f.Fuzz(func(t *testing.T, name string) {
		id, form := formOf(name)
		if form.Name(id) != name {
			t.Errorf("%q became %q", name, form.Name(id))
		}
		if form.Width != 0 && !slices.Contains(Widths, form.Width) || form.Format != "" && !slices.Contains(Formats, form.Format) {
			t.Errorf("%q has the form %+v", name, form)
		}
	})
}

func TestWhoPrefersWebP(t *testing.T) {
	for accept, want := range map[string]bool{
		"":          false,
		"*/*":       false,
		"image/*":   false,
		"image/png": false,
		"image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5": true, // a browser
		"image/webp":                          true,
		"IMAGE/WebP":                          true,
		"image/webp;q=0":                      false,
		"image/webp;q=0.5, image/jpeg":        false,
		"image/webp;q=0.5, image/*;q=0.5":     true,
		"image/webp;q=0.5, */*":               false,
		"image/webp;q=1.5":                    false,
		"image/webp;q=NaN":                    false,
		"image/webp;q=x":                      false,
		"image/jpeg;q=0, */*, image/webp":     true,
		";;,image/webp;,":                     true,
		"text/html, image/webpx, ximage/webp": false,
	} {
		if got := prefersWebP(http.Header{"Accept": {accept}}); got != want {
			t.Errorf("%q: %v", accept, got)
		}
	}
	if !prefersWebP(http.Header{"Accept": {"text/html", "image/webp"}}) {
		t.Error("a second header is not read")
	}
}

func FuzzAccept(f *testing.F) {
	f.Add("image/webp;q=0.5, */*")
	f.Fuzz(func(t *testing.T, accept string) {
		if prefersWebP(http.Header{"Accept": {accept}}) && !strings.Contains(strings.ToLower(accept), "image/webp") {
			t.Errorf("%q prefers WebP", accept)
		}
	})
}

func TestTheFormOfAPictureOfAWidth(t *testing.T) {
	for _, tt := range []struct{ asked, want Form }{
		{Form{320, ""}, Form{320, ""}},
		{Form{320, formatWebP}, Form{320, formatWebP}},
		{Form{640, ""}, Form{}},
		{Form{640, formatWebP}, Form{0, formatWebP}},
		{Form{1280, formatWebP}, Form{0, formatWebP}},
		{Form{}, Form{}},
	} {
		if got := tt.asked.of(640); got != tt.want {
			t.Errorf("%+v of a picture 640 wide is %+v, want %+v", tt.asked, got, tt.want)
		}
	}
}
