package building3d

import (
	"math"
	"testing"
)

// checkRead reads a file of any content: an error or rows that add up, and buildings that can be.
func checkRead(t *testing.T, name, content string) {
	list, _, err := read(t, name, content)
	if err != nil {
		return
	}
	for _, b := range list {
		if b.ID == 0 || b.Detail >= Details || b.Volume.Known && !(b.Volume.V > 0) || math.IsInf(b.Volume.V, 0) ||
			b.Storeys.Known && b.Storeys.V < 1 || b.PartyWalls.Known && !(b.PartyWalls.V >= 0) {
			t.Fatalf("%+v", b)
		}
	}
}

func FuzzTable(f *testing.F) {
	for _, row := range []string{
		fullID(1) + ",300,290,2,true,false,false\n", fullID(1) + ";300,5;;2\n" + fullID(1) + ";1",
		`"` + fullID(2) + `",",",1` + "\n",
		"0518100000000001,-1,NaN,1e9,maybe,,\n", "\r\n\r\n", fullID(99) + ",,,,,,",
	} {
		f.Add(header, row)
	}
	f.Add("identificatie;b3_bouwlagen", "518100000000001;2")
	f.Fuzz(func(t *testing.T, header, rows string) { checkRead(t, "f.csv", header+"\n"+rows) })
}
