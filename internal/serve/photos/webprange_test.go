package photos

import (
	"bytes"
	"encoding/hex"
	"image"
	"image/color"
	"image/jpeg"
	"testing"
)

// Lossy pictures of 16 x 16 pixels by libwebp 1.2.4, which decodes their centre as redOfWebP; the second has transparency.
var (
	lossyWebPs = map[string]string{
		"opaque": "5249464640000000574542505650382034000000f001009d012a1000100000c01225a00274ba01f80004830000fef0531fff6ecfebb3faec" +
			"ffbb6fffb681fdb40feda07ff6988000",
		"with transparency": "52494646" + "6e00000057454250565038580a000000100000000f00000f0000414c5048140000000150dbb60da3ff9ff6965e" +
			"d688980000998b7c525650382034000000f001009d012a1000100000c01225a00274ba01f80004830000fef0531fff6ecfebb3faecffbb6fffb6" +
			"81fdb40feda07ff6988000",
	}
	redOfWebP = webPRed{219, 62, 37}
)

type webPRed [3]uint8

func lossyWebPOf(t *testing.T, name string) []byte {
	t.Helper()
	file, err := hex.DecodeString(lossyWebPs[name])
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// near fails unless a pixel within the picture is as red as libwebp has it.
func (want webPRed) near(t *testing.T, name string, picture image.Image) {
	t.Helper()
	c := color.NRGBAModel.Convert(picture.At(12, 12)).(color.NRGBA)
	for i, got := range [3]uint8{c.R, c.G, c.B} {
		if max(got, want[i])-min(got, want[i]) > 3 {
			t.Errorf("%s: channel %d is %d, want %d", name, i, got, want[i])
		}
	}
}

func TestALossyWebPIsNotPale(t *testing.T) {
	out, err := emptyStore(t).reencode(t.Context(), lossyWebPOf(t, "opaque"))
	if err != nil {
		t.Fatal(err)
	}
	picture, err := jpeg.Decode(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	redOfWebP.near(t, "as a JPEG", picture)
	for name := range lossyWebPs {
		decoded, _, err := image.Decode(bytes.NewReader(lossyWebPOf(t, name)))
		if err != nil {
			t.Fatal(err)
		}
		stretchWebP(decoded)
		redOfWebP.near(t, name, decoded)
	}
}
