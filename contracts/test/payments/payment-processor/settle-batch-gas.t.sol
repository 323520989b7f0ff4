// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IGroupGas} from "../../../src/core/interfaces/IGroupGas.sol";
import {IPaymentProcessor} from "../../../src/payments/interfaces/IPaymentProcessor.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {GasProbe} from "../../support/GasProbe.sol";
import {ThickToken} from "../../support/ThickToken.sol";
import {Vm} from "../../support/Vm.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

/// @dev A batch with too little gas must revert; it must never go through with payments left out.
contract SettleBatchGasTest is PaymentTest {
    uint256 private constant SIZE = 8;
    uint256 private constant ALL = (1 << SIZE) - 1;

    IPaymentProcessor.Group[] private groups;
    IPaymentProcessor.TermsGroup[] private termsGroups;

    function setUp() public override {
        super.setUp();
        _push(merchantA, 0);
        _push(merchantB, SIZE);
    }

    /// forge-config: default.fuzz.runs = 96
    function testFuzz_settles_everything_or_reverts(uint256 gasLimit) public {
        gasLimit = between(gasLimit, 20_000, 5_000_000);
        uint256 state = vm.snapshotState();
        _expectAllOrNothing(gasLimit, abi.encodeCall(IPaymentProcessor.settleBatch, (address(registry), groups)));
        vm.revertToState(state);
        _expectAllOrNothing(
            gasLimit, abi.encodeCall(IPaymentProcessor.settleTermsBatch, (address(registry), termsGroups))
        );
    }

    function test_settles_everything_with_the_least_gas_that_does_not_revert() public {
        _expectAllWithTheLeast(abi.encodeCall(IPaymentProcessor.settleBatch, (address(registry), groups)));
        _expectAllWithTheLeast(abi.encodeCall(IPaymentProcessor.settleTermsBatch, (address(registry), termsGroups)));
    }

    function test_says_that_the_gas_was_not_enough() public {
        uint256 limit = processor.groupGas(SIZE);
        vm.expectRevert(IGroupGas.InsufficientGas.selector);
        processor.settleBatch{gas: limit}(address(registry), groups);
        vm.expectRevert(IGroupGas.InsufficientGas.selector);
        processor.settleTermsBatch{gas: limit}(address(registry), termsGroups);
    }

    function testFuzz_a_group_gets_the_same_gas_whatever_the_transaction_has(uint256 gasLimit) public {
        // Half of them close to what the check before the group asks for, where a part would be kept back.
        gasLimit = between(gasLimit, 250_000, gasLimit % 2 == 0 ? 30_000_000 : 300_000);
        GasProbe probe = new GasProbe();
        uint256 amount = probe.TAKE();
        uint256 state = vm.snapshotState();
        bytes memory once = _probe(probe, _amounts(amount), 400_000)[0];
        vm.revertToState(state);
        bytes[] memory again = _probe(probe, _amounts(amount), gasLimit);
        if (again.length > 0) vm.assertEq(once, again[0], "gas of the payout");
    }

    /// forge-config: default.fuzz.runs = 24
    function testFuzz_an_item_gets_its_whole_cap_whatever_came_before(uint256 before, uint256 gasLimit) public {
        GasProbe probe = new GasProbe();
        uint256[] memory amounts = new uint256[](between(before, 0, 59) + 1);
        uint256 last = amounts.length - 1;
        for (uint256 i = 0; i < last; ++i) {
            amounts[i] = probe.BURN();
        }
        amounts[last] = probe.TELL();
        uint256 least = processor.groupGas(amounts.length) * 64 / 63 + 50_000;
        bytes[] memory reasons = _probe(probe, amounts, between(gasLimit, least, 40_000_000));
        for (uint256 i = 0; i < last; ++i) {
            vm.assertEq(reasons[i].length, 0, "a reason of an item that burned its gas");
        }
        uint256 seen = _seen(reasons[last]);
        vm.assertLe(seen, processor.ITEM_GAS_CAP(), "no more than the cap");
        vm.assertGt(seen, processor.ITEM_GAS_CAP() - 2_000, "the cap, less the dispatch");
    }

    function test_cuts_a_reason_that_would_cost_more_than_an_item_has() public {
        GasProbe probe = new GasProbe();
        uint256[] memory amounts = new uint256[](60);
        for (uint256 i = 0; i < amounts.length; ++i) {
            amounts[i] = probe.RAMBLE();
        }
        bytes[] memory reasons = _probe(probe, amounts, processor.batchGasLimit(1, 60));
        vm.assertEq(reasons.length, 60, "each item is reported");
        vm.assertEq(reasons[59], new bytes(256), "256 bytes");
    }

    function test_keeps_a_reason_of_up_to_256_bytes_whole() public {
        GasProbe probe = new GasProbe();
        uint256[] memory amounts = new uint256[](4);
        for (uint256 i = 0; i < amounts.length; ++i) {
            amounts[i] = probe.REASON() + 254 + i;
        }
        bytes[] memory reasons = _probe(probe, amounts, processor.batchGasLimit(1, 4));
        for (uint256 i = 0; i < amounts.length; ++i) {
            bytes memory told = new bytes(i < 2 ? 254 + i : 256);
            for (uint256 j = 0; j < told.length; ++j) {
                told[j] = bytes1(uint8(j + 1));
            }
            vm.assertEq(reasons[i], told, "the token's own words");
        }
    }

    function test_a_group_gets_the_same_gas_with_the_least_that_does_not_revert() public {
        GasProbe probe = new GasProbe();
        uint256[] memory amounts = _amounts(probe.TAKE());
        uint256 state = vm.snapshotState();
        bytes memory told = _probe(probe, amounts, 2 * processor.batchGasLimit(1, 1))[0];
        vm.revertToState(state);
        (uint256 low, uint256 high) = (21_000, processor.batchGasLimit(1, 1));
        while (high - low > 1) {
            uint256 middle = (low + high) / 2;
            state = vm.snapshotState();
            bytes[] memory reasons = _probe(probe, amounts, middle);
            vm.revertToState(state);
            if (reasons.length > 0) high = middle;
            else low = middle;
        }
        vm.assertEq(_probe(probe, amounts, high)[0], told, "gas of the payout");
        // Before the check is the call's own decoding, after it the call. Nothing else is asked for.
        vm.assertLe(high, processor.groupGas(1) * 64 / 63 + 12_000, "slack");
    }

    function testFuzz_a_payout_that_fits_is_never_refused_for_want_of_gas(uint256 gasLimit) public {
        // The transfer answers with a text when it is starved.
        ThickToken token = new ThickToken(100_000, 50_000, true);
        (bool success, uint256 bitmap) = _sendThick(token, between(gasLimit, 100_000, 3_000_000));
        if (success) vm.assertEq(bitmap, 1, "bitmap");
    }

    function testFuzz_a_group_without_a_reason_takes_nobody_down(uint256 gasLimit) public {
        // The payout needs more than any group has, and a starved transfer answers with nothing.
        ThickToken thick = new ThickToken(0, 600_000, false);
        accept(address(thick));
        Order memory bad = unfundedOrder(1);
        bad.token = LocalFiatToken(address(thick));
        Order memory good = unfundedOrder(2);
        (good.token, good.merchantId) = (eurc, merchantB);
        mint(eurc, good.from, FUNDS);
        IPaymentProcessor.TermsGroup[] memory two = new IPaymentProcessor.TermsGroup[](2);
        IPaymentProcessor.Sig memory junk = _sign(1, bytes32(uint256(1)));
        two[0] = IPaymentProcessor.TermsGroup(merchantA, address(thick), packedWith(bad, junk));
        two[1] = IPaymentProcessor.TermsGroup(merchantB, address(eurc), packed(good));

        vm.expectEmit(address(processor));
        emit IPaymentProcessor.GroupFailed(address(registry), merchantA, address(thick), 0, 1, "");
        uint256[] memory okBitmaps = processor.settleTermsBatch{
            gas: between(gasLimit, processor.batchGasLimit(2, 2), 5_000_000)
        }(
            address(registry), two
        );
        vm.assertEq(okBitmaps[0], 0, "first bitmap");
        vm.assertEq(okBitmaps[1], 1, "second bitmap");
        expectTermsSettled(good, payoutB);
    }

    function _amounts(uint256 amount) private pure returns (uint256[] memory amounts) {
        amounts = new uint256[](1);
        amounts[0] = amount;
    }

    /// @dev Sends items with these amounts to a token that tells its gas.
    /// @return reasons Why each item failed, or the group; none when the batch reverted
    function _probe(GasProbe probe, uint256[] memory amounts, uint256 gasLimit)
        private
        returns (bytes[] memory reasons)
    {
        accept(address(probe));
        bytes memory items;
        for (uint256 i = 0; i < amounts.length; ++i) {
            Order memory o = unfundedOrder(i);
            o.amount = amounts[i];
            items = bytes.concat(items, packedWith(o, _sign(1, bytes32(uint256(1)))));
        }
        IPaymentProcessor.TermsGroup[] memory one = oneTermsGroup(items);
        one[0].token = address(probe);
        vm.recordLogs();
        (bool success,) = address(processor).call{gas: gasLimit}(
            abi.encodeCall(IPaymentProcessor.settleTermsBatch, (address(registry), one))
        );
        if (!success) return reasons;
        Vm.Log[] memory logs = vm.getRecordedLogs();
        reasons = new bytes[](amounts.length);
        uint256 found;
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].topics[0] == IPaymentProcessor.PaymentFailed.selector) {
                (, reasons[found++]) = abi.decode(logs[i].data, (uint256, bytes));
            }
            if (logs[i].topics[0] == IPaymentProcessor.GroupFailed.selector) {
                (,, reasons[found++]) = abi.decode(logs[i].data, (uint256, uint256, bytes));
            }
        }
        vm.assertEq(found, amounts.length, "failures");
    }

    function _seen(bytes memory reason) private pure returns (uint256 seen) {
        vm.assertEq(reason.length, 36, "a reason with the gas");
        assembly ("memory-safe") {
            seen := mload(add(reason, 0x24))
        }
    }

    function _sendThick(ThickToken token, uint256 gasLimit) private returns (bool success, uint256 bitmap) {
        accept(address(token));
        Order memory o = unfundedOrder(1);
        o.token = LocalFiatToken(address(token));
        IPaymentProcessor.TermsGroup[] memory one = oneTermsGroup(packedWith(o, _sign(1, bytes32(uint256(1)))));
        one[0].token = address(token);
        bytes memory result;
        (success, result) = address(processor).call{gas: gasLimit}(
            abi.encodeCall(IPaymentProcessor.settleTermsBatch, (address(registry), one))
        );
        if (success) bitmap = abi.decode(result, (uint256[]))[0];
    }

    function _expectAllOrNothing(uint256 gasLimit, bytes memory data) private {
        (bool success, bytes memory result) = address(processor).call{gas: gasLimit}(data);
        if (!success) return;
        uint256[] memory okBitmaps = abi.decode(result, (uint256[]));
        vm.assertEq(okBitmaps[0], ALL, "first bitmap");
        vm.assertEq(okBitmaps[1], ALL, "second bitmap");
    }

    /// @dev What eth_estimateGas finds: the lowest limit with which the call succeeds.
    function _expectAllWithTheLeast(bytes memory data) private {
        uint256 low = 21_000;
        uint256 high = processor.batchGasLimit(2, 2 * SIZE);
        uint256 start = vm.snapshotState();
        while (high - low > 1) {
            uint256 middle = (low + high) / 2;
            uint256 state = vm.snapshotState();
            (bool success,) = address(processor).call{gas: middle}(data);
            vm.revertToState(state);
            if (success) high = middle;
            else low = middle;
        }
        _expectAllOrNothing(high, data);
        vm.revertToState(start);
    }

    function _push(uint256 merchantId, uint256 firstSeed) private {
        IPaymentProcessor.Group storage group = groups.push();
        (group.merchantId, group.token) = (merchantId, address(usdc));
        bytes memory items;
        for (uint256 i = 0; i < SIZE; ++i) {
            Order memory o = order(firstSeed + i);
            o.merchantId = merchantId;
            group.items.push(item(o));
            items = bytes.concat(items, packed(o));
        }
        termsGroups.push(IPaymentProcessor.TermsGroup(merchantId, address(usdc), items));
    }
}
