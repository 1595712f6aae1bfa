//! A workbook made for tests: a zip archive of stored parts.

/// An XLSX with one sheet of these rows.
pub fn workbook(rows: &str) -> Vec<u8> {
    const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let types = r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>"#;
    let book = format!(
        r#"<workbook xmlns:r="{OFFICE}"><sheets><sheet name="Sums" sheetId="1" r:id="r1"/></sheets></workbook>"#
    );
    let links = format!(
        r#"<Relationships><Relationship Id="r1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#
    );
    let sheet = format!("<worksheet><sheetData>{rows}</sheetData></worksheet>");
    archive(&[
        ("[Content_Types].xml", types),
        ("xl/workbook.xml", &book),
        ("xl/_rels/workbook.xml.rels", &links),
        ("xl/worksheets/sheet1.xml", &sheet),
    ])
}

/// A zip archive whose parts are not compressed.
fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
    let (mut body, mut directory) = (Vec::new(), Vec::new());
    for (name, text) in parts {
        let offset = body.len() as u32;
        let size = text.len() as u32;
        let mut head = vec![20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
        head.extend(checksum(text.as_bytes()).to_le_bytes());
        head.extend(size.to_le_bytes());
        head.extend(size.to_le_bytes());
        head.extend((name.len() as u16).to_le_bytes());
        head.extend([0, 0]);
        body.extend(b"PK\x03\x04");
        body.extend(&head);
        body.extend(name.as_bytes());
        body.extend(text.as_bytes());
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&head);
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (start, count) = (body.len() as u32, parts.len() as u16);
    let size = directory.len() as u32;
    body.extend(directory);
    body.extend(b"PK\x05\x06\0\0\0\0");
    body.extend(count.to_le_bytes());
    body.extend(count.to_le_bytes());
    body.extend(size.to_le_bytes());
    body.extend(start.to_le_bytes());
    body.extend([0, 0]);
    body
}

/// CRC-32, bit by bit.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |crc: u32| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg());
    !bytes.iter().fold(!0, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc))
    })
}
