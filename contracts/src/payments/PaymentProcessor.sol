// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Route} from "../core/Routes.sol";
import {IFiatToken} from "../interfaces/IFiatToken.sol";
import {IPaymentProcessor} from "./interfaces/IPaymentProcessor.sol";
import {GroupSettlement} from "./GroupSettlement.sol";
import {Frame} from "./PaymentFrame.sol";
import {TermsItems} from "./TermsItems.sol";

/// @title Payment processor
/// @notice Settles signed payments for any registry. Has no owner, belongs to no installation and cannot be upgraded.
/// @dev Holds no state per payment: the token's authorization nonce is the replay guard of both kinds of payment. Fees
/// stay here until they are swept to the registry's treasury.
contract PaymentProcessor is GroupSettlement {
    using SafeERC20 for IERC20;

    /// @inheritdoc IPaymentProcessor
    function payTerms(Terms calldata terms, Sig calldata authSig) external nonReentrant returns (bytes32 id) {
        Route memory route = _openRoute(terms.registry, terms.merchantId, terms.token, msg.sender);
        Frame frame = _termsFrame(route.registry, route.merchantId, route.token);
        id = frame.digest(terms.from, terms.amount, terms.ref, terms.salt);
        _collect(frame, terms.validAfter, terms.validBefore, id, authSig);
        _payOut(id, route, terms.from, terms.amount, terms.ref);
    }

    /// @inheritdoc IPaymentProcessor
    function payTermsSigned(Terms calldata terms, bytes calldata authSig) external nonReentrant returns (bytes32 id) {
        _requireShort(authSig);
        Route memory route = _openRoute(terms.registry, terms.merchantId, terms.token, msg.sender);
        id = _termsFrame(route.registry, route.merchantId, route.token)
            .digest(terms.from, terms.amount, terms.ref, terms.salt);
        IFiatToken(terms.token)
            .receiveWithAuthorization(
                terms.from, address(this), terms.amount, terms.validAfter, terms.validBefore, id, authSig
            );
        _payOut(id, route, terms.from, terms.amount, terms.ref);
    }

    /// @inheritdoc IPaymentProcessor
    function settleTermsBatch(address registry, TermsGroup[] calldata groups)
        external
        nonReentrant
        returns (uint256[] memory okBitmaps)
    {
        uint256 items;
        for (uint256 g = 0; g < groups.length; ++g) {
            uint256 length = groups[g].items.length;
            if (length % TermsItems.ITEM_BYTES != 0) revert BadItemsLength(length);
            items += length / TermsItems.ITEM_BYTES;
        }
        if (items > MAX_BATCH_ITEMS) revert BatchTooLarge(items);

        okBitmaps = new uint256[](groups.length);
        for (uint256 g = 0; g < groups.length; ++g) {
            TermsGroup calldata group = groups[g];
            okBitmaps[g] =
                _trySettleGroup(g, registry, group.merchantId, group.token, TermsItems.ITEM_BYTES, group.items);
        }
    }

    /// @inheritdoc IPaymentProcessor
    function pay(Payment calldata payment, Sig calldata authSig, Sig calldata intentSig)
        external
        nonReentrant
        returns (bytes32 id)
    {
        Route memory route = _openRoute(payment.registry, payment.merchantId, payment.token, msg.sender);
        Frame frame = _intentFrame(route.registry, route.merchantId, route.token);
        id = frame.digest(payment.from, payment.amount, payment.ref, uint256(payment.nonce));
        if (!_signedByKey(payment.from, id, intentSig.v, intentSig.r, intentSig.s)) revert InvalidIntent();
        _collect(frame, payment.validAfter, payment.validBefore, payment.nonce, authSig);
        _payOut(id, route, payment.from, payment.amount, payment.ref);
    }

    /// @inheritdoc IPaymentProcessor
    function paySigned(Payment calldata payment, bytes calldata authSig, bytes calldata intentSig)
        external
        nonReentrant
        returns (bytes32 id)
    {
        _requireShort(authSig);
        _requireShort(intentSig);
        Route memory route = _openRoute(payment.registry, payment.merchantId, payment.token, msg.sender);
        id = _intentFrame(route.registry, route.merchantId, route.token)
            .digest(payment.from, payment.amount, payment.ref, uint256(payment.nonce));
        if (!_signed(payment.from, id, intentSig)) revert InvalidIntent();
        IFiatToken(payment.token)
            .receiveWithAuthorization(
                payment.from,
                address(this),
                payment.amount,
                payment.validAfter,
                payment.validBefore,
                payment.nonce,
                authSig
            );
        _payOut(id, route, payment.from, payment.amount, payment.ref);
    }

    /// @inheritdoc IPaymentProcessor
    function settleBatch(address registry, Group[] calldata groups)
        external
        nonReentrant
        returns (uint256[] memory okBitmaps)
    {
        uint256 items;
        for (uint256 g = 0; g < groups.length; ++g) {
            items += groups[g].items.length;
        }
        if (items > MAX_BATCH_ITEMS) revert BatchTooLarge(items);

        okBitmaps = new uint256[](groups.length);
        for (uint256 g = 0; g < groups.length; ++g) {
            Group calldata group = groups[g];
            okBitmaps[g] =
                _trySettleGroup(g, registry, group.merchantId, group.token, ITEM_BYTES, _encoded(group.items));
        }
    }

    /// @dev Has the token collect the payment that was hashed last, or reverts as the token did.
    function _collect(Frame frame, uint256 validAfter, uint256 validBefore, bytes32 nonce, Sig calldata sig) private {
        if (frame.collect(gasleft(), validAfter, validBefore, nonce, sig.v, sig.r, sig.s)) return;
        assembly ("memory-safe") {
            let reason := mload(0x40)
            returndatacopy(reason, 0, returndatasize())
            revert(reason, returndatasize())
        }
    }

    /// @dev Pays the merchant what is left of a gross amount that is already here.
    function _payOut(bytes32 id, Route memory route, address payer, uint256 amount, bytes32 ref) private {
        if (amount == 0) revert ZeroAmount();
        uint256 fee = _feeOf(amount, route.feeBps);
        _accrue(route.registry, route.token, fee);
        emit PaymentSettled(route.registry, id, ref, payer, amount);
        IERC20(route.token).safeTransfer(route.payout, amount - fee);
    }

    /// @dev Items as the bytes that they came in.
    function _encoded(Item[] calldata items) private pure returns (bytes calldata encoded) {
        assembly ("memory-safe") {
            encoded.offset := items.offset
            encoded.length := mul(items.length, ITEM_BYTES)
        }
    }
}
