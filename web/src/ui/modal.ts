import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

// Its style comes with it, when the first dialog is about to open.
export { Modal, type ModalProps } from '@mantine/core';
